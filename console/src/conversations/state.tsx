import type { ConversationItem } from 'voice-agent-platform-client';
import { inWords } from '../api/format.ts';
import { Badge } from '../kit/badge.tsx';
import type { IconName } from '../kit/icons.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import type { Words } from '../words/words.ts';
import styles from './conversations.module.css';

type StateFields = Pick<ConversationItem, 'status' | 'successful' | 'outcome' | 'end_reason' | 'sentiment'>;

type State = keyof Words['conversations']['states'];

const icons: Readonly<Record<State, { readonly name: IconName; readonly tone: string | undefined }>> = {
  active: { name: 'live', tone: styles.good },
  failed: { name: 'alert', tone: styles.bad },
  good: { name: 'success', tone: styles.good },
  bad: { name: 'failure', tone: styles.bad },
  transferred: { name: 'transferred', tone: kit.muted },
  unjoined: { name: 'unknown', tone: kit.muted },
  open: { name: 'unknown', tone: kit.muted },
};

const stateOf = ({ status, successful, outcome, end_reason }: StateFields): State => {
  if (status === 'active' || status === 'failed') return status;
  if (successful !== null) return successful ? 'good' : 'bad';
  if (end_reason === 'not_joined') return 'unjoined';
  return /transfer/.test(`${outcome} ${end_reason}`) ? 'transferred' : 'open';
};

/** The state of a call as a picture, with its word for screen readers. */
export const StateMark = ({ call }: { readonly call: StateFields }) => {
  const state = stateOf(call);
  const { name, tone } = icons[state];
  return (
    <span className={tone}>
      <Icon name={name} />
      <span className={kit.hidden}>{words.conversations.states[state]}: </span>
    </span>
  );
};

/** The outcome of a call. It stands out where somebody should look. */
export const Outcome = ({ call }: { readonly call: StateFields }) => {
  const { status, outcome, sentiment, successful } = call;
  const { states } = words.conversations;
  if (status === 'active') return <span className={kit.muted}>{states.active}</span>;
  if (status === 'failed') return <Badge tone="bad">{outcome ? inWords(outcome) : states.failed}</Badge>;
  if (!outcome) {
    const state = stateOf(call);
    return <span className={kit.muted}>{state === 'unjoined' ? states[state] : words.kit.none}</span>;
  }
  const tone = sentiment === 'negative' || successful === false ? 'warn' : undefined;
  return tone ? <Badge tone={tone}>{inWords(outcome)}</Badge> : <span>{inWords(outcome)}</span>;
};
