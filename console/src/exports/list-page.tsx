import { useState } from 'react';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Button } from '../kit/button.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { CreateExportDialog } from './create-dialog.tsx';
import { ExportCard } from './export-card.tsx';

/** While an export is written, its progress is read again. */
const everyMs = 2000;

export const ExportsPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  const [creating, setCreating] = useState(false);
  const { items, query } = useList(
    ['exports', org],
    (page, signal) => api.exports.list({ query: { ...page, ...(org && { client_id: org }) }, signal }),
    { refetchInterval: everyMs },
  );
  return (
    <>
      <PageHead title="Exports">
        {may('exports:write') && (
          <Button look="primary" onClick={() => setCreating(true)}>
            New export
          </Button>
        )}
      </PageHead>
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.isSuccess && items.length === 0 && (
        <Empty title="There are no exports">
          <p>An export writes the data of an organization into files, which are kept for seven days.</p>
        </Empty>
      )}
      <div className={kit.stack}>
        {items.map((item) => (
          <ExportCard key={item.id} item={item} />
        ))}
      </div>
      <LoadMore query={query} />
      {creating && <CreateExportDialog onClose={() => setCreating(false)} />}
    </>
  );
};
