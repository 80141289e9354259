import type { StatementItem } from 'voice-agent-platform-client';
import { dayIn, dayMs } from '../api/days.ts';
import { Badge } from '../kit/badge.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import { useIssuing } from './use-issuing.ts';

type StateFields = Pick<
  StatementItem,
  'status' | 'sent_at' | 'due_date' | 'timezone' | 'addressee' | 'issuer_id'
>;

/** The number of days since a statement was due; 0 if it is not late. */
export const daysLate = ({ status, due_date, timezone }: StateFields): number =>
  status === 'final' && due_date
    ? Math.max(0, Math.round((Date.parse(dayIn(timezone)) - Date.parse(due_date)) / dayMs))
    : 0;

/** The state of a statement says what to do. What needs nothing has no color. */
export const StatementState = ({ statement }: { readonly statement: StateFields }) => {
  const isIssued = useIssuing()(statement);
  const { status, sent_at, addressee } = statement;
  const { states } = words.billing;
  const late = daysLate(statement);
  if (late > 0)
    return (
      <Badge tone="bad" icon="clock">
        {states.late(late)}
      </Badge>
    );
  if (status === 'final' && isIssued) {
    return sent_at ? <Badge>{states.sent}</Badge> : <Badge tone="accent">{states.toSend}</Badge>;
  }
  if (status === 'draft' && isIssued && addressee && !addressee.address)
    return <Badge tone="warn">{states.addressMissing}</Badge>;
  return <span className={kit.muted}>{states[status]}</span>;
};
