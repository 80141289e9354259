import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useOrg } from '../shell/use-org.ts';
import { CreateExportDialog } from './create-dialog.tsx';
import { ExportCard } from './export-card.tsx';

/** While an export is written, its progress is read again. */
const everyMs = 2000;

export const ExportsPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  const list = useList(
    ['exports', org],
    (page, signal) => api.exports.list({ query: { ...page, ...(org && { client_id: org }) }, signal }),
    { refetchInterval: everyMs },
  );
  return (
    <ListPage
      title="Exports"
      create={
        may('exports:write') && {
          label: 'New export',
          dialog: (onClose) => <CreateExportDialog onClose={onClose} />,
        }
      }
      list={list}
      empty={{
        title: 'There are no exports',
        text: 'An export writes the data of an organization into files, which are kept for seven days.',
      }}
    >
      {(items) => (
        <div className={kit.stack}>
          {items.map((item) => (
            <ExportCard key={item.id} item={item} />
          ))}
        </div>
      )}
    </ListPage>
  );
};
