import type { ToolCall, Turn } from 'voice-agent-platform-client';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import type { ToolProgress } from './send-message.ts';
import styles from './turn-parts.module.css';

const asText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);

const toolIcons = { started: 'clock', succeeded: 'success', failed: 'failure', returned: 'clock' } as const;

const ToolHead = ({ name, status }: ToolProgress) => (
  <>
    <Icon name="bolt" />
    <span className={kit.grow}>{name}</span>
    <span className={styles.toolStatus} data-status={status}>
      <Icon name={toolIcons[status]} />
      {words.chats.tools[status]}
    </span>
  </>
);

const statusOf = ({ error, result }: ToolCall): ToolProgress['status'] => {
  if (error !== null) return 'failed';
  return result === null ? 'returned' : 'succeeded';
};

/** A call of a tool that an answer waits for. */
export const RunningTool = (tool: ToolProgress) => (
  <div className={styles.tool}>
    <div className={styles.toolHead}>
      <ToolHead {...tool} />
    </div>
  </div>
);

/** A call of a tool, with what was asked and what came back. */
export const Tool = ({ call }: { readonly call: ToolCall }) => (
  <details className={styles.tool}>
    <summary className={styles.toolHead}>
      <ToolHead name={call.name} status={statusOf(call)} />
    </summary>
    <dl>
      <dt>{words.chats.asked}</dt>
      <dd>{asText(call.arguments)}</dd>
      {call.result !== null && (
        <>
          <dt>{words.chats.got}</dt>
          <dd>{asText(call.result)}</dd>
        </>
      )}
      {call.error !== null && (
        <>
          <dt>{words.chats.failed}</dt>
          <dd>{asText(call.error)}</dd>
        </>
      )}
    </dl>
  </details>
);

/** The rest of an answer that was not heard, after the words that were. */
export const Unheard = ({ turn: { text, unheard } }: { readonly turn: Turn }) =>
  unheard && (
    <>
      {text && ' '}
      <span className={kit.hidden}>{words.chats.unheard} </span>
      <s className={styles.unheard}>{unheard.text}</s>
    </>
  );
