import type { ReactNode } from 'react';
import { PageHead } from '../shell/page-head.tsx';
import { Waiting } from './notices.tsx';

interface DetailPageProps<T> {
  /** The link to the list. */
  readonly back: ReactNode;
  readonly title: string;
  readonly query: {
    readonly data: T | undefined;
    readonly error: unknown;
    readonly isPending: boolean;
    readonly refetch: () => unknown;
  };
  /** Beside the title, once it was read. */
  readonly actions?: (shown: T) => ReactNode;
  readonly children: (shown: T) => ReactNode;
}

/** A page that shows one thing. */
export const DetailPage = <T,>({ back, title, query, actions, children }: DetailPageProps<T>) => (
  <>
    <PageHead title={title} back={back}>
      {query.data !== undefined && actions?.(query.data)}
    </PageHead>
    <Waiting query={query} />
    {query.data !== undefined && children(query.data)}
  </>
);
