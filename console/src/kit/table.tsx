import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import kit from './kit.module.css';
import { scrolled } from './scrolled.ts';

export interface Column<T> {
  readonly title: string;
  readonly cell: (item: T) => ReactNode;
  /** A `heading` names its row. The title of `actions` is for screen readers only. */
  readonly kind?: 'heading' | 'number' | 'mono' | 'small' | 'actions';
  /** Left out on a phone. */
  readonly roomy?: boolean;
}

interface TableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string | number;
  /** Reaches from edge to edge, as tables of a page do, also inside a part of it. */
  readonly bleed?: boolean;
  /** Rows below the others. */
  readonly foot?: ReactNode;
}

const classOf = ({ kind, roomy }: Pick<Column<never>, 'kind' | 'roomy'>): string | undefined =>
  cx(kind === 'number' || kind === 'mono' || kind === 'small' ? kit[kind] : undefined, roomy && kit.roomy);

export const Table = <T,>({ label, columns, items, keyOf, bleed, foot }: TableProps<T>) => (
  <section data-flush className={cx(kit.frame, bleed && kit.bleed)} aria-label={label} {...scrolled}>
    <table className={kit.table}>
      <thead>
        <tr>
          {columns.map(({ title, kind, roomy }) => (
            <th key={title} scope="col" className={cx(kind === 'number' && kit.number, roomy && kit.roomy)}>
              {kind === 'actions' ? <span className={kit.hidden}>{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={keyOf(item)}>
            {columns.map((column) =>
              column.kind === 'heading' ? (
                <th key={column.title} scope="row">
                  {column.cell(item)}
                </th>
              ) : (
                <td key={column.title} className={classOf(column)}>
                  {column.cell(item)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  </section>
);
