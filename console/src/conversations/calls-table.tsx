import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { RefObject } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ConversationItem } from 'voice-agent-platform-client';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Loading } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import { callerOf } from './caller.ts';
import type { ColumnName } from './columns.tsx';
import { cells, whenOf, widthOf, widths } from './columns.tsx';
import styles from './conversations.module.css';
import { Highlight } from './highlight.tsx';
import type { Selection } from './selection.ts';
import { StateMark } from './state.tsx';

interface RowProps {
  readonly item: ConversationItem;
  readonly columns: readonly ColumnName[];
  readonly isOpen: boolean;
  readonly isSelected: boolean;
  readonly q?: string | undefined;
  readonly onSelect: () => void;
}

/** The first place where a word of the search was said stands where the summary would. */
const Cell = ({ item, name, q }: Pick<RowProps, 'item' | 'q'> & { readonly name: ColumnName }) => {
  const [match] = name === 'summary' ? (item.matches ?? []) : [];
  return match ? <Highlight text={match.text} q={q} /> : cells[name](item);
};

const Cells = ({ item, columns, isOpen, isSelected, q, onSelect }: RowProps) => {
  const when = whenOf(item);
  const who = callerOf(item);
  return (
    <>
      <td className={cx(styles.pick, kit.check)}>
        <input
          type="checkbox"
          aria-label={words.conversations.select(who, when)}
          checked={isSelected}
          onChange={onSelect}
        />
      </td>
      <th scope="row" className={styles.caller}>
        <span>
          <StateMark call={item} />
          <Link
            to="/conversations"
            search={(now) => ({ ...now, call: item.id })}
            aria-current={isOpen || undefined}
            data-call={item.id}
            className={cx(kit.clip, item.reviewed === null && styles.unreviewed)}
          >
            <bdi>{who}</bdi>
          </Link>
        </span>
      </th>
      {columns.map((name) => (
        <td key={name} data-column={name} className={kit.clip}>
          <Cell item={item} name={name} q={q} />
        </td>
      ))}
      <td data-column="time" className={kit.clip}>
        <time dateTime={item.start_time}>{when}</time>
      </td>
    </>
  );
};

interface CallsTableProps {
  readonly items: readonly ConversationItem[];
  readonly columns: readonly ColumnName[];
  readonly open: string | undefined;
  readonly selection: Selection;
  readonly q?: string | undefined;
  /** The rows are of before, until those that were asked for arrive. */
  readonly isOld: boolean;
  readonly hasMore: boolean;
  readonly onMore: () => void;
}

/** The heights of a row and of three lines before they are measured. */
const rowHeight = 44;
const linesHeight = 78;

/** Whether an element is narrower than so many rem. */
const useIsNarrow = (element: RefObject<HTMLElement | null>, rem: number): boolean => {
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = (): void => {
      const { fontSize } = getComputedStyle(document.documentElement);
      setNarrow(current.clientWidth < rem * Number.parseFloat(fontSize));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element, rem]);
  return isNarrow;
};

const Space = ({ height, width }: { readonly height: number; readonly width: number }) =>
  height > 0 && (
    <tr className={styles.space}>
      <td colSpan={width} style={{ blockSize: height }} />
    </tr>
  );

/**
 * Dense rows that scroll with the page, or three short lines a call where a table would leave no room for the
 * summary. Only those in view are in the page, however many there are.
 */
export const CallsTable = ({
  items,
  columns,
  open,
  selection,
  q,
  isOld,
  hasMore,
  onMore,
}: CallsTableProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);
  const hasLines = useIsNarrow(frame, widthOf(columns));
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    setScrollMargin((body.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => (hasLines ? linesHeight : rowHeight),
    overscan: 8,
    scrollMargin,
    getItemKey: (index) => items[index]?.id ?? index,
  });
  const rows = virtualizer.getVirtualItems();
  const isNearEnd = hasMore && (rows.at(-1)?.index ?? 0) >= items.length - 10;
  useEffect(() => {
    if (isNearEnd) onMore();
  });
  const at = items.findIndex(({ id }) => id === open);
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at, { align: 'auto' });
  }, [at, virtualizer]);
  const { conversations } = words;
  const width = columns.length + 3;
  const all = items.length > 0 && items.every(({ id }) => selection.has(id));
  const before = (rows[0]?.start ?? scrollMargin) - scrollMargin;
  const after = virtualizer.getTotalSize() - ((rows.at(-1)?.end ?? scrollMargin) - scrollMargin);
  return (
    <div ref={frame} className={cx(styles.calls, hasLines && styles.lines)} aria-busy={isOld}>
      <table aria-label={conversations.title} aria-rowcount={hasMore ? -1 : items.length + 1}>
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" className={cx(styles.pick, kit.check)}>
              <input
                type="checkbox"
                aria-label={conversations.selectAll(items.length)}
                checked={all}
                ref={(box) => {
                  if (box) box.indeterminate = !all && selection.size !== 0;
                }}
                onChange={() => selection.replace(all ? [] : items.map(({ id }) => id))}
              />
            </th>
            <th scope="col" className={styles.caller}>
              {conversations.columns.caller}
            </th>
            {columns.map((name) => (
              <th
                key={name}
                scope="col"
                data-column={name}
                className={kit.clip}
                style={name === 'summary' ? undefined : { inlineSize: `${widths[name]}rem` }}
              >
                {conversations.columns[name]}
              </th>
            ))}
            <th scope="col" data-column="time">
              {conversations.columns.time}
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          <Space height={before} width={width} />
          {rows.map(({ index, key }) => {
            const item = items[index];
            return (
              item && (
                <tr
                  key={key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  aria-rowindex={index + 2}
                  className={cx(item.id === open && styles.open, selection.has(item.id) && styles.selected)}
                >
                  <Cells
                    item={item}
                    columns={columns}
                    isOpen={item.id === open}
                    isSelected={selection.has(item.id)}
                    q={q}
                    onSelect={() => selection.toggle(item.id)}
                  />
                </tr>
              )
            );
          })}
          <Space height={after} width={width} />
        </tbody>
      </table>
      {hasMore && <Loading what={words.kit.loadingMore} />}
    </div>
  );
};
