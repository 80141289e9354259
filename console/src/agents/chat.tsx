import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Agent, AgentTestResult, TestMessage } from 'voice-agent-platform-client';
import { formatNumber } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { scrolled } from '../kit/scrolled.ts';
import styles from './agents.module.css';
import type { Draft } from './draft.ts';
import { isReadable, triedDraftOf } from './draft.ts';
import { FlowPicture } from './lazy-flow-picture.tsx';

const Told = ({ answer }: { readonly answer: AgentTestResult }) => (
  <p className={cx(kit.small, kit.muted)}>
    {answer.model}, {formatNumber(answer.latency_ms)} ms
    {answer.knowledge.length > 0 && `, from ${answer.knowledge.map(({ title }) => title).join(', ')}`}
    {answer.tool_calls.length > 0 && `, calls ${answer.tool_calls.map(({ name }) => name).join(', ')}`}
    {answer.ended && ', the conversation has ended'}
  </p>
);

/** A conversation with the agent as it is edited, saved or not. */
export const Chat = ({ agent, draft }: { readonly agent: Agent; readonly draft: Draft }) => {
  const { api } = useSession();
  const [messages, setMessages] = useState<readonly TestMessage[]>([]);
  const [words, setWords] = useState('');
  const ask = useMutation({
    mutationFn: ({ said, node }: { said: readonly TestMessage[]; node: string | null }) =>
      api.agents.test({
        params: { agent_id: agent.id },
        body: { messages: said, node, draft: triedDraftOf(draft, agent) },
      }),
    onSuccess: ({ message }, { said }) =>
      setMessages([...said, ...(message === null ? [] : [{ role: 'agent' as const, content: message }])]),
  });
  const begin = () => {
    setMessages([]);
    ask.reset();
    ask.mutate({ said: [], node: null });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const said = [...messages, { role: 'user' as const, content: words }];
    setMessages(said);
    setWords('');
    ask.mutate({ said, node: ask.data?.node ?? null });
  };
  const readable = isReadable(draft);
  return (
    <section className={cx(kit.card, kit.stack, styles.chat)} aria-label="Try the agent">
      <div className={cx(kit.row, kit.spread)}>
        <h2>Try it</h2>
        <Button small busy={ask.isPending} disabled={!readable} onClick={begin}>
          {messages.length > 0 ? 'Begin again' : 'Let the agent begin'}
        </Button>
      </div>
      <p className={cx(kit.small, kit.muted)}>
        The agent answers as it is in the editor, also before you save it.
      </p>
      {draft.flow && ask.data?.node && <FlowPicture flow={draft.flow} current={ask.data.node} />}
      <ol className={styles.messages} aria-label="Messages" aria-live="polite" {...scrolled}>
        {messages.map(({ role, content }, at) => (
          <li key={`${at.toString()}${role}`} className={cx(styles.message, role === 'user' && styles.user)}>
            <span className={kit.hidden}>{role === 'user' ? 'You' : 'Agent'}: </span>
            {content}
          </li>
        ))}
      </ol>
      {ask.data && <Told answer={ask.data} />}
      {ask.error && <Problem error={ask.error} />}
      <form className={kit.row} onSubmit={submit}>
        <div className={kit.grow}>
          <TextField
            label="Message"
            labelHidden
            placeholder="Say something"
            required
            value={words}
            onChange={({ target }) => setWords(target.value)}
          />
        </div>
        <Button type="submit" look="primary" busy={ask.isPending} disabled={!readable}>
          Send
        </Button>
      </form>
    </section>
  );
};
