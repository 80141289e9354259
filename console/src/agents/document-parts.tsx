import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Document, DocumentItem } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { Dialog } from '../kit/dialog.tsx';
import { TextArea, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { Loading, Problem } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';

export { AddFilesDialog } from './add-files-dialog.tsx';

interface FormProps {
  readonly agentId: string;
  /** Absent: a new one. */
  readonly document?: Document;
  readonly etag?: string;
  readonly readOnly: boolean;
  readonly onClose: () => void;
}

export const DocumentForm = ({ agentId, document, etag = '', readOnly, onClose }: FormProps) => {
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

export const OpenedDocument = ({ item, readOnly, onClose }: OfDocument & { readonly readOnly: boolean }) => {
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
