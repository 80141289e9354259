import type { RefObject } from 'react';
import { useEffect, useRef } from 'react';

/**
 * Keeps the end of something that grows in sight while its reader is there. One who reads earlier parts stays
 * where they are. The returned reference is that of an element at the end.
 */
export const useEndInSight = (grown: unknown, grows: boolean): RefObject<HTMLDivElement | null> => {
  const end = useRef<HTMLDivElement>(null);
  const isInSight = useRef(false);
  useEffect(() => {
    if (!grows || !end.current) return undefined;
    const observer = new IntersectionObserver((entries) => {
      isInSight.current = entries.at(-1)?.isIntersecting ?? false;
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [grows]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever has grown is scrolled to.
  useEffect(() => {
    if (grows && isInSight.current) end.current?.scrollIntoView({ block: 'nearest' });
  }, [grown, grows]);
  return end;
};
