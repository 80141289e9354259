import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Document, DocumentItem } from 'voice-agent-platform-client';
import { formatBytes, formatDate } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { TextArea, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { List } from '../kit/list.tsx';
import { Loading, Problem } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';

interface FormProps {
  readonly agentId: string;
  /** Absent: a new one. */
  readonly document?: Document;
  readonly etag?: string;
  readonly readOnly: boolean;
  readonly onClose: () => void;
}

const DocumentForm = ({ agentId, document, etag = '', readOnly, onClose }: FormProps) => {
  const { api } = useSession();
  const { documents } = words.agents;
  // The document is read again whenever the window gets the focus. The fields show this version of it.
  const [before] = useState(document);
  const [ifMatch] = useState(etag);
  const form = useForm({
    initial: { name: before?.name ?? '', text: before?.text ?? '' },
    send: ({ name, text }) =>
      before
        ? api.documents.replace({
            params: { agent_id: agentId, document_id: before.id },
            body: { name, text, external_id: before.external_id, metadata: before.metadata },
            ifMatch,
          })
        : api.documents.create({ params: { agent_id: agentId }, body: { name, text } }),
    refresh: [['agent', agentId]],
    onSent: onClose,
  });
  return (
    <FormDialog
      wide
      title={before?.name ?? documents.create}
      form={form}
      action={readOnly ? undefined : words.kit.save}
      stale={documents.stale}
      onClose={onClose}
    >
      <TextField label={words.agents.fields.name} required disabled={readOnly} {...form.bind('name')} />
      <TextArea label={documents.text} required rows={14} disabled={readOnly} {...form.bind('text')} />
    </FormDialog>
  );
};

interface OfDocument {
  readonly item: DocumentItem;
  readonly onClose: () => void;
}

const Opened = ({ item, readOnly, onClose }: OfDocument & { readonly readOnly: boolean }) => {
  const { api } = useSession();
  const found = useQuery({
    queryKey: ['agent', item.agent_id, 'document', item.id, item.version],
    queryFn: ({ signal }) =>
      api.documents.get.withResponse({
        params: { agent_id: item.agent_id, document_id: item.id },
        signal,
      }),
    gcTime: 0,
  });
  if (found.data)
    return (
      <DocumentForm
        agentId={item.agent_id}
        document={found.data.reply}
        etag={found.data.response.headers.get('etag') ?? ''}
        readOnly={readOnly}
        onClose={onClose}
      />
    );
  return (
    <Dialog open wide onClose={onClose} title={item.name}>
      {found.error ? <Problem error={found.error} /> : <Loading />}
    </Dialog>
  );
};

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
            dialog={(onClose) => <DocumentForm agentId={agentId} readOnly={false} onClose={onClose} />}
          >
            {documents.add}
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
          {
            title: words.kit.actions,
            kind: 'actions',
            cell: (item) => (
              <span className={cx(kit.row, kit.end)}>
                <DialogButton
                  small
                  aria-label={documents.open(item.name)}
                  dialog={(onClose) => <Opened item={item} readOnly={readOnly} onClose={onClose} />}
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
                      send: () =>
                        api.documents.remove({ params: { agent_id: agentId, document_id: item.id } }),
                      refresh: [['agent', agentId]],
                    }}
                  >
                    {words.agents.remove.action}
                  </ConfirmButton>
                )}
              </span>
            ),
          },
        ]}
      />
    </div>
  );
};
