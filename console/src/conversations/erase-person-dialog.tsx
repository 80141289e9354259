import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ErasureInput } from 'voice-agent-platform-client';
import { formatNumber, formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { ActorName, actorOf } from '../audit/actor-name.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { CheckField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { numberOf } from './search.ts';

/** The pause between two readings of the receipt of an erasure that is under way. */
const everyMs = 2000;

const Receipt = ({ erasureId, onClose }: { readonly erasureId: string; readonly onClose: () => void }) => {
  const { api } = useSession();
  const queries = useQueryClient();
  const { data, error } = useQuery({
    queryKey: ['erasure', erasureId],
    queryFn: ({ signal }) => api.erasures.get({ params: { erasure_id: erasureId }, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'completed' ? false : everyMs),
  });
  const erased = data?.conversations ?? 0;
  // The receipt names no calls, so whatever is shown of one is read again.
  useEffect(() => {
    if (erased === 0) return;
    for (const queryKey of [['conversation'], ['conversations']])
      void queries.invalidateQueries({ queryKey });
  }, [erased, queries]);
  const { person } = words.conversations;
  return (
    <Dialog open onClose={onClose} title={person.receipt}>
      {error && <Problem error={error} />}
      {!data && !error && <Loading />}
      {data && (
        <>
          <p role="status">{data.status === 'completed' ? person.done : person.running}</p>
          <dl className={kit.facts}>
            <dt>{person.erased}</dt>
            <dd>{formatNumber(data.conversations)}</dd>
            <dt>{person.recordings}</dt>
            <dd>{formatNumber(data.recordings)}</dd>
            {data.kept > 0 && (
              <>
                <dt>{person.stay}</dt>
                <dd>{formatNumber(data.kept)}</dd>
              </>
            )}
            <dt>{person.requested}</dt>
            <dd>{formatTime(data.created_at)}</dd>
            {data.completed_at && (
              <>
                <dt>{person.completed}</dt>
                <dd>{formatTime(data.completed_at)}</dd>
              </>
            )}
            {data.created_by && (
              <>
                <dt>{person.by}</dt>
                <dd>
                  <ActorName actor={actorOf(data.created_by)} />
                </dd>
              </>
            )}
            <dt>{person.receiptId}</dt>
            <dd className={kit.mono}>{data.id}</dd>
          </dl>
          <p className={kit.muted}>{person.listed}</p>
        </>
      )}
    </Dialog>
  );
};

interface ConfirmProps {
  readonly target: ErasureInput;
  readonly onSent: (erasureId: string) => void;
  readonly onClose: () => void;
}

const Confirm = ({ target, onSent, onClose }: ConfirmProps) => {
  const { api } = useSession();
  const { person } = words.conversations;
  const { data, error } = useQuery({
    queryKey: ['erasure', 'preview', target],
    queryFn: ({ signal }) => api.erasures.preview({ body: target, signal }),
    gcTime: 0,
  });
  const form = useForm({
    initial: { certain: false },
    send: () => api.erasures.create({ body: target }),
    refresh: [['conversations']],
    onSent: ({ id }) => onSent(id),
  });
  const none = data !== undefined && data.conversations === 0 && data.kept === 0;
  return (
    <FormDialog
      form={form}
      title={person.title}
      action={none ? undefined : person.erase}
      danger
      problem={error}
      disabled={!form.values.certain || !data}
      onClose={onClose}
    >
      <p>
        <bdi>{target.caller}</bdi>
      </p>
      {!data && !error && <Loading />}
      {data && (
        <p role="status">
          {none ? person.nothing : person.found(data.conversations, data.recordings, data.has_more)}
        </p>
      )}
      {data && data.kept > 0 && <p className={kit.muted}>{person.kept(data.kept)}</p>}
      {data && !none && (
        <>
          <p>{words.conversations.eraseText}</p>
          <CheckField label={person.certain} {...form.check('certain')} />
        </>
      )}
    </FormDialog>
  );
};

interface ErasePersonDialogProps {
  /** A caller who is known already. */
  readonly caller?: string | undefined;
  readonly onClose: () => void;
}

/** Erases all calls of a person: the number, the calls that are found, one confirmation, a receipt. */
export const ErasePersonDialog = ({ caller, onClose }: ErasePersonDialogProps) => {
  const org = useOrg();
  const [chosen, setChosen] = useState(caller);
  const [erasureId, setErasureId] = useState<string>();
  const { person } = words.conversations;
  const form = useForm({
    initial: { number: '' },
    send: async ({ number }) => numberOf(number) ?? number.trim(),
    onSent: setChosen,
  });
  if (erasureId) return <Receipt erasureId={erasureId} onClose={onClose} />;
  if (chosen) {
    const target = { caller: chosen, ...(org && { client_id: org }) };
    return <Confirm target={target} onSent={setErasureId} onClose={onClose} />;
  }
  return (
    <FormDialog
      form={form}
      title={person.title}
      action={person.look}
      disabled={form.values.number.trim() === ''}
      onClose={onClose}
    >
      <p>{person.text}</p>
      <TextField
        label={person.number}
        hint={person.numberHint}
        type="text"
        inputMode="tel"
        {...form.bind('number')}
      />
    </FormDialog>
  );
};
