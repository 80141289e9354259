import { lazy, Suspense } from 'react';
import { formatBytes, formatDate } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { words } from '../words/index.ts';

/** The dialogs, which are loaded once one is opened. */
const dialogs = () => import('./document-parts.tsx');
const AddFilesDialog = lazy(async () => ({ default: (await dialogs()).AddFilesDialog }));
const DocumentForm = lazy(async () => ({ default: (await dialogs()).DocumentForm }));
const OpenedDocument = lazy(async () => ({ default: (await dialogs()).OpenedDocument }));

export const useDocuments = (agentId: string, enabled = true) => {
  const { api } = useSession();
  return useList(
    ['agent', agentId, 'documents'],
    (page, signal) => api.documents.list({ params: { agent_id: agentId }, query: page, signal }),
    { enabled },
  );
};

/** The agent's knowledge beyond its prompt. */
export const Documents = ({ agentId }: { readonly agentId: string }) => {
  const { api, may } = useSession();
  const list = useDocuments(agentId);
  const readOnly = !may('agents:write');
  const { documents } = words.agents;
  return (
    <div className={kit.stack}>
      {!readOnly && (
        <div className={kit.row}>
          <DialogButton
            look="primary"
            dialog={(onClose) => (
              <Suspense>
                <DocumentForm agentId={agentId} readOnly={false} onClose={onClose} />
              </Suspense>
            )}
          >
            {documents.add}
          </DialogButton>
          <DialogButton
            dialog={(onClose) => (
              <Suspense>
                <AddFilesDialog agentId={agentId} onClose={onClose} />
              </Suspense>
            )}
          >
            {documents.files.open}
          </DialogButton>
        </div>
      )}
      <List
        list={list}
        empty={{
          title: documents.empty,
          text: documents.emptyText,
        }}
        label={documents.title}
        columns={[
          { title: words.agents.fields.name, cell: ({ name }) => name },
          { title: documents.size, cell: ({ bytes }) => formatBytes(bytes) },
          { title: words.agents.list.changed, cell: ({ updated_at }) => formatDate(updated_at) },
        ]}
        rowActions={(item) => (
          <>
            <DialogButton
              small
              aria-label={documents.open(item.name)}
              dialog={(onClose) => (
                <Suspense>
                  <OpenedDocument item={item} readOnly={readOnly} onClose={onClose} />
                </Suspense>
              )}
            >
              {documents.openShort}
            </DialogButton>
            {!readOnly && (
              <ConfirmButton
                small
                aria-label={documents.remove(item.name)}
                ask={{
                  title: words.agents.remove.title(item.name),
                  text: documents.removeText,
                  action: words.agents.remove.action,
                  danger: true,
                  send: () => api.documents.remove({ params: { agent_id: agentId, document_id: item.id } }),
                  refresh: [['agent', agentId]],
                }}
              >
                {words.agents.remove.action}
              </ConfirmButton>
            )}
          </>
        )}
      />
    </div>
  );
};
