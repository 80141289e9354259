import type { ReactNode } from 'react';
import type { List as Read } from '../api/use-list.ts';
import { LoadMore } from './load-more.tsx';
import { Empty, Waiting } from './notices.tsx';
import type { TableProps } from './table.tsx';
import { Table } from './table.tsx';

interface ListBasics<T> {
  readonly list: Read<T>;
  /** Says what to do where there is nothing yet. */
  readonly empty: { readonly title: string; readonly text?: ReactNode };
}

interface AsTable<T>
  extends ListBasics<T>,
    Pick<TableProps<T>, 'label' | 'columns' | 'rowActions'>,
    Partial<Pick<TableProps<T>, 'keyOf'>> {}

interface AsChildren<T> extends ListBasics<T> {
  /** The children ask for more by themselves. */
  readonly endless?: boolean;
  readonly children: (items: readonly T[]) => ReactNode;
}

export type ListProps<T> = AsTable<T> | AsChildren<T>;

/** A list of the API in each of its states: on its way, refused, empty, and as far as it was read. */
export const List = <T extends object>(props: ListProps<T>) => {
  const {
    list: { items, query },
    empty,
  } = props;
  return (
    <>
      <Waiting query={query} />
      {query.isSuccess && items.length === 0 && (
        <Empty title={empty.title}>
          <p>{empty.text}</p>
        </Empty>
      )}
      {items.length > 0 &&
        ('columns' in props ? (
          <Table
            label={props.label}
            columns={props.columns}
            rowActions={props.rowActions}
            items={items}
            keyOf={props.keyOf ?? ((item) => ('id' in item ? String(item.id) : ''))}
          />
        ) : (
          props.children(items)
        ))}
      {!('endless' in props && props.endless) && <LoadMore query={query} />}
    </>
  );
};
