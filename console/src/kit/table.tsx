import type { ReactNode } from 'react';
import { words } from '../words/index.ts';
import { cx } from './cx.ts';
import kit from './kit.module.css';
import { scrolled } from './scrolled.ts';

export interface Column<T> {
  readonly title: string;
  readonly cell: (item: T) => ReactNode;
  /** A `heading` names its row. */
  readonly kind?: 'heading' | 'number' | 'mono' | 'small';
  /** Left out on a phone. */
  readonly roomy?: boolean;
}

export interface TableProps<T> {
  readonly label: string;
  readonly columns: readonly Column<T>[];
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string | number;
  /** The last column: the buttons of a row. */
  readonly rowActions?: ((item: T) => ReactNode) | undefined;
  /** Reaches from edge to edge, as tables of a page do, also inside a part of it. */
  readonly bleed?: boolean;
  /** Rows below the others. */
  readonly foot?: ReactNode;
}

const classOf = ({ kind, roomy }: Pick<Column<never>, 'kind' | 'roomy'>): string | undefined =>
  cx(kind === 'number' || kind === 'mono' || kind === 'small' ? kit[kind] : undefined, roomy && kit.roomy);

export const Table = <T,>({ label, columns, items, keyOf, rowActions, bleed, foot }: TableProps<T>) => (
  <section data-flush className={cx(kit.frame, bleed && kit.bleed)} aria-label={label} {...scrolled}>
    <table className={kit.table}>
      <thead>
        <tr>
          {columns.map(({ title, kind, roomy }) => (
            <th key={title} scope="col" className={cx(kind === 'number' && kit.number, roomy && kit.roomy)}>
              {title}
            </th>
          ))}
          {rowActions && (
            <th scope="col">
              <span className={kit.hidden}>{words.kit.actions}</span>
            </th>
          )}
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
            {rowActions && (
              <td>
                <div className={cx(kit.row, kit.end)}>{rowActions(item)}</div>
              </td>
            )}
          </tr>
        ))}
      </tbody>
      {foot && <tfoot>{foot}</tfoot>}
    </table>
  </section>
);
