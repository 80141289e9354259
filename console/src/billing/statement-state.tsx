import type { StatementItem } from 'voice-agent-platform-client';
import { dayIn, dayMs } from '../api/days.ts';
import { Badge } from '../kit/badge.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import { useIssuing } from './use-issuing.ts';

type StateFields = Pick<
  StatementItem,
  'status' | 'sent_at' | 'due_date' | 'timezone' | 'addressee' | 'issuer' | 'issuer_id'
>;

/** The number of days since a statement was due; 0 if it is not late. */
export const daysLate = ({ status, due_date, timezone }: StateFields): number =>
  status === 'final' && due_date
    ? Math.max(0, Math.round((Date.parse(dayIn(timezone)) - Date.parse(due_date)) / dayMs))
    : 0;

type Parties = Pick<StatementItem, 'issuer' | 'addressee'>;

/** The facts that an invoice needs, and that a statement has not. */
export const lackingIn = ({ issuer, addressee }: Parties) =>
  [
    addressee && !addressee.address && ('addressee' as const),
    issuer && !issuer.address && ('issuer' as const),
    issuer && !issuer.tax_id && ('taxId' as const),
  ].filter((lacking) => lacking !== null && lacking !== false);

/** The state of a statement says what to do. What needs nothing has no color. */
export const StatementState = ({ statement }: { readonly statement: StateFields }) => {
  const isIssued = useIssuing()(statement);
  const { status, sent_at } = statement;
  const isLacking = lackingIn(statement).length > 0;
  const { states } = words.billing;
  const late = daysLate(statement);
  if (late > 0)
    return (
      <Badge tone="bad" icon="clock">
        {states.late(late)}
      </Badge>
    );
  if (status === 'final' && isIssued) {
    if (sent_at) return <Badge>{states.sent}</Badge>;
    return isLacking ? (
      <Badge tone="warn">{states.toSendLacking}</Badge>
    ) : (
      <Badge tone="accent">{states.toSend}</Badge>
    );
  }
  if (status === 'draft' && isIssued && isLacking) return <Badge tone="warn">{states.lacking}</Badge>;
  return <span className={kit.muted}>{states[status]}</span>;
};
