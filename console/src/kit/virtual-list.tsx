import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { words } from '../words/index.ts';
import kit from './kit.module.css';
import { Loading } from './notices.tsx';

interface VirtualListProps<T> {
  readonly label: string;
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** The height of a row before it is measured, in pixels. */
  readonly estimate: number;
  readonly hasMore?: boolean;
  /** Called when the end comes near. */
  readonly onMore?: () => void;
  readonly children: (item: T, index: number) => ReactNode;
}

/** A list that scrolls with the page and keeps only the rows in view, however many there are. */
export const VirtualList = <T,>({
  label,
  items,
  keyOf,
  estimate,
  hasMore = false,
  onMore,
  children,
}: VirtualListProps<T>) => {
  const list = useRef<HTMLUListElement>(null);
  const [scrollMargin, setScrollMargin] = useState(0);
  useLayoutEffect(() => {
    setScrollMargin((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimate,
    overscan: 8,
    scrollMargin,
    getItemKey: (index) => {
      const item = items[index];
      return item === undefined ? index : keyOf(item);
    },
  });
  const rows = virtualizer.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  const nearEnd = hasMore && last >= items.length - 10;
  useEffect(() => {
    if (nearEnd) onMore?.();
  });
  return (
    <div className={kit.frame}>
      <ul ref={list} className={kit.rows} aria-label={label} style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ index, key, start }) => {
          const item = items[index];
          return (
            item !== undefined && (
              <li
                key={key}
                ref={virtualizer.measureElement}
                data-index={index}
                aria-setsize={hasMore ? -1 : items.length}
                aria-posinset={index + 1}
                style={{ transform: `translateY(${start - scrollMargin}px)` }}
              >
                {children(item, index)}
              </li>
            )
          );
        })}
      </ul>
      {hasMore && <Loading what={words.kit.loadingMore} />}
    </div>
  );
};
