import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useSession } from '../api/session.ts';
import { brandName } from './branding.ts';

/** The page's heading, which also names the tab. */
export const PageHead = ({ title, children }: { readonly title: string; readonly children?: ReactNode }) => {
  const { me } = useSession();
  useEffect(() => {
    document.title = `${title} · ${brandName(me)}`;
  }, [title, me]);
  return (
    <header className="page-head">
      <h1>{title}</h1>
      {children && <div className="row">{children}</div>}
    </header>
  );
};
