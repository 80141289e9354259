import { useSession } from '../api/session.ts';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useOrgList } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { CreateExportDialog } from './create-dialog.tsx';
import { ExportCard } from './export-card.tsx';

/** While an export is written, its progress is read again. */
const everyMs = 2000;

export const ExportsPage = () => {
  const { api, may } = useSession();
  const list = useOrgList('exports', (query, signal) => api.exports.list({ query, signal }), {
    refetchInterval: everyMs,
  });
  return (
    <ListPage
      title={words.exports.title}
      create={
        may('exports:write') && {
          label: words.exports.create,
          dialog: (onClose) => <CreateExportDialog onClose={onClose} />,
        }
      }
      list={list}
      empty={words.exports.empty}
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
