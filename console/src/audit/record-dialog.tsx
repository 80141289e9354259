import type { ReactNode } from 'react';
import { useState } from 'react';
import type { AuditRecord } from 'voice-agent-platform-client';
import { saveFile } from '../api/download.ts';
import { formatNumber, formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import { ActorName } from './actor-name.tsx';
import { TargetName } from './target-name.tsx';

interface RecordDialogProps {
  readonly record: AuditRecord;
  readonly onClose: () => void;
  /** Shows only records of the same actor, or about the same target. */
  readonly onNarrow: (part: { readonly actor?: string; readonly target?: string }) => void;
}

/** Saves the record with the proof that it is sealed. */
const Proof = ({ record }: { readonly record: AuditRecord }) => {
  const { api } = useSession();
  const [saved, setSaved] = useState(false);
  const { details } = words.audit;
  const prove = useAction({
    send: () => api.auditRecords.prove({ params: { audit_record_id: record.id } }),
    onSent: (proof) => {
      const content = JSON.stringify({ record, proof }, undefined, 2);
      saveFile(details.proofFile(record.id), 'application/json', content);
      setSaved(true);
    },
  });
  return (
    <div className={cx(kit.stack, kit.tight)}>
      <p className={cx(kit.small, kit.muted)}>{details.proofHint}</p>
      <div className={kit.row}>
        <Button busy={prove.isPending} onClick={() => prove.mutate()}>
          {details.proof}
        </Button>
        <span role="status">{saved && words.kit.saved}</span>
      </div>
      {prove.error && <Problem error={prove.error} />}
    </div>
  );
};

export const RecordDialog = ({ record, onClose, onNarrow }: RecordDialogProps) => {
  const { action, actor, target, client_id, time, count, changed, parameters, ...request } = record;
  const { ip, user_agent, request_id } = request;
  const { audit } = words;
  const { details } = audit;
  const narrow = (part: { readonly actor?: string; readonly target?: string }) => {
    onNarrow(part);
    onClose();
  };
  const facts: readonly (readonly [string, ReactNode])[] = [
    [details.time, formatTime(time)],
    [
      details.actor,
      <span key="actor" className={kit.row}>
        <ActorName actor={actor} />
        <Button small look="plain" onClick={() => narrow({ actor: actor.id })}>
          {details.onlyActor}
        </Button>
      </span>,
    ],
    [
      details.target,
      <span key="target" className={kit.row}>
        <TargetName target={target} />
        <Button small look="plain" onClick={() => narrow({ target: target.id })}>
          {details.onlyTarget}
        </Button>
      </span>,
    ],
    [details.organization, <OrganizationName key="client" id={client_id} instead={details.everything} />],
    [details.count, formatNumber(count)],
    [details.changed, changed.length > 0 && changed.join(', ')],
    [details.parameters, parameters?.join(', ')],
    [details.via, details.vias[actor.via]],
    [details.from, ip],
    [details.program, user_agent],
    [details.request, request_id && <span className={kit.mono}>{request_id}</span>],
  ];
  return (
    <Dialog open onClose={onClose} title={audit.actionOf(action)} wide>
      <dl className={kit.facts}>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} style={{ display: 'contents' }}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <Proof record={record} />
    </Dialog>
  );
};
