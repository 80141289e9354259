import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useSession } from '../api/session.ts';

/** The page's heading, which also names the tab. */
export const PageHead = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => {
  const { me } = useSession();
  useEffect(() => {
    document.title = `${title} · ${me.client?.name ?? 'Voice agents'}`;
  }, [title, me]);
  return (
    <header className="page-head">
      <h1>{title}</h1>
      {children && <div className="row">{children}</div>}
    </header>
  );
};
