import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Document, DocumentItem } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { formatBytes, formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { TextArea, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Empty, Loading, Problem } from '../kit/notices.tsx';

interface FormProps {
  readonly agentId: string;
  /** Absent: a new one. */
  readonly document?: Document;
  readonly readOnly: boolean;
  readonly onClose: () => void;
}

const DocumentForm = ({ agentId, document: before, readOnly, onClose }: FormProps) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const [name, setName] = useState(before?.name ?? '');
  const [text, setText] = useState(before?.text ?? '');
  const save = useMutation({
    mutationFn: () =>
      before
        ? api.documents.replace({
            params: { agent_id: agentId, document_id: before.id },
            body: { name, text, metadata: before.metadata },
          })
        : api.documents.create({ params: { agent_id: agentId }, body: { name, text } }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['agent', agentId] });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form className={kit.stack} onSubmit={submit}>
      <TextField
        label="Name"
        required
        value={name}
        disabled={readOnly}
        fault={faultAt(save.error, '/name')}
        onChange={({ target }) => setName(target.value)}
      />
      <TextArea
        label="Text"
        required
        rows={14}
        value={text}
        disabled={readOnly}
        fault={faultAt(save.error, '/text')}
        onChange={({ target }) => setText(target.value)}
      />
      {save.error && <Problem error={save.error} />}
      <div className={cx(kit.row, kit.end)}>
        <Button onClick={onClose}>{readOnly ? 'Close' : 'Cancel'}</Button>
        {!readOnly && (
          <Button look="primary" type="submit" busy={save.isPending}>
            Save
          </Button>
        )}
      </div>
    </form>
  );
};

const Opened = ({
  item,
  readOnly,
  onClose,
}: {
  readonly item: DocumentItem;
  readonly readOnly: boolean;
  readonly onClose: () => void;
}) => {
  const { api } = useSession();
  const found = useQuery({
    queryKey: ['agent', item.agent_id, 'document', item.id, item.version],
    queryFn: ({ signal }) =>
      api.documents.get({ params: { agent_id: item.agent_id, document_id: item.id }, signal }),
  });
  return (
    <Dialog open wide onClose={onClose} title={item.name}>
      {found.error && <Problem error={found.error} />}
      {found.isPending && <Loading />}
      {found.data && (
        <DocumentForm agentId={item.agent_id} document={found.data} readOnly={readOnly} onClose={onClose} />
      )}
    </Dialog>
  );
};

/** What the agent knows beyond its prompt. */
export const Documents = ({ agentId }: { readonly agentId: string }) => {
  const { api, may } = useSession();
  const queries = useQueryClient();
  const [opened, setOpened] = useState<DocumentItem>();
  const [removing, setRemoving] = useState<DocumentItem>();
  const [adding, setAdding] = useState(false);
  const { items, query } = useList(['agent', agentId, 'documents'], (page, signal) =>
    api.documents.list({ params: { agent_id: agentId }, query: page, signal }),
  );
  const remove = useMutation({
    mutationFn: (document_id: string) => api.documents.remove({ params: { agent_id: agentId, document_id } }),
    onSuccess: async () => {
      setRemoving(undefined);
      await queries.invalidateQueries({ queryKey: ['agent', agentId] });
    },
  });
  const readOnly = !may('agents:write');
  return (
    <div className={kit.stack}>
      {!readOnly && (
        <div className={kit.row}>
          <Button look="primary" onClick={() => setAdding(true)}>
            Add a document
          </Button>
        </div>
      )}
      {query.error && <Problem error={query.error} />}
      {query.isPending && <Loading />}
      {query.isSuccess && items.length === 0 && (
        <Empty title="The agent knows no documents">
          <p>
            Add opening hours, prices or answers to frequent questions. Passages that fit are given to the
            model.
          </p>
        </Empty>
      )}
      {items.length > 0 && (
        <section className={kit.frame} aria-label="Documents">
          <table className={kit.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Size</th>
                <th scope="col">Changed</th>
                <th scope="col">
                  <span className={kit.hidden}>Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id}>
                  <td>{item.name}</td>
                  <td>{formatBytes(item.bytes)}</td>
                  <td>{formatTime(item.updated_at)}</td>
                  <td>
                    <span className={cx(kit.row, kit.end)}>
                      <Button small aria-label={`Open ${item.name}`} onClick={() => setOpened(item)}>
                        Open
                      </Button>
                      {!readOnly && (
                        <Button small aria-label={`Remove ${item.name}`} onClick={() => setRemoving(item)}>
                          Remove
                        </Button>
                      )}
                    </span>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <LoadMore query={query} />
      {opened && <Opened item={opened} readOnly={readOnly} onClose={() => setOpened(undefined)} />}
      <Dialog open={adding} wide onClose={() => setAdding(false)} title="New document">
        <DocumentForm agentId={agentId} readOnly={false} onClose={() => setAdding(false)} />
      </Dialog>
      <Confirm
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        title={`Remove ${removing?.name ?? ''}?`}
        action="Remove"
        danger
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => removing && remove.mutate(removing.id)}
      >
        <p>The document is deleted for good. Documents have no versions.</p>
      </Confirm>
    </div>
  );
};
