import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { Agent, OpenToolCall } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { ChatLog } from '../chats/chat-log.tsx';
import { Compose } from '../chats/compose.tsx';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { TextArea, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import styles from './talk.module.css';
import type { TalkControls } from './use-talk.ts';

const longestMessage = 2000;

/** A result as it is typed: JSON, or else a text. */
const parsed = (typed: string): unknown => {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
};

/** Asks for what tools return that the platform does not run. */
const Results = ({
  calls,
  busy,
  onGive,
}: {
  readonly calls: readonly OpenToolCall[];
  readonly busy: boolean;
  readonly onGive: (results: Readonly<Record<string, unknown>>) => void;
}) => {
  const { talk } = words.agents;
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGive(Object.fromEntries(calls.map(({ id }) => [id, parsed(typed[id] ?? '')])));
  };
  return (
    <form className={cx(kit.notice, kit.stack, kit.tight)} onSubmit={submit} aria-label={talk.results}>
      <p>{talk.resultsText}</p>
      {calls.map(({ id, name, arguments: given }) => (
        <div key={id} className={cx(kit.stack, kit.tight)}>
          <TextArea
            label={talk.resultOf(name)}
            className={kit.code}
            rows={2}
            hint={<span className={kit.mono}>{JSON.stringify(given)}</span>}
            value={typed[id] ?? ''}
            onChange={({ target }) => setTyped({ ...typed, [id]: target.value })}
          />
        </div>
      ))}
      <div>
        <Button type="submit" small busy={busy}>
          {talk.giveResults}
        </Button>
      </div>
    </form>
  );
};

interface TalkPaneProps {
  readonly agent: Agent;
  readonly talking: TalkControls;
  /** Whether a new talk tries changes that are not saved. */
  readonly tries: boolean;
  /** Whether the agent as it is edited can be sent. */
  readonly readable: boolean;
  /** The variables in the agent's texts. */
  readonly names: readonly string[];
}

/** A talk with the agent: as it was saved, or as it is edited. */
export const TalkPane = ({ agent, talking, tries, readable, names }: TalkPaneProps) => {
  const { may } = useSession();
  const { talk: texts } = words.agents;
  const [variables, setVariables] = useState<Readonly<Record<string, string>>>({});
  const { talk, text, setText, sent, coming, broken, busy, error, sayAgain } = talking;
  const given = Object.fromEntries(names.map((name) => [name, variables[name] ?? '']));
  const isTest = talk ? talk.id === null : tries;
  const rehearses = talk?.turns.some(({ usage }) => usage?.model === 'rehearsal') ?? false;
  const isOpen = talk !== undefined && !talk.ended;
  return (
    <div className={styles.pane}>
      <header className={styles.head}>
        <h2>{texts.title}</h2>
        <span className={cx(kit.small, kit.muted, kit.grow)}>
          {isTest ? texts.withChanges : texts.version(talk?.version ?? agent.live_version ?? agent.version)}
        </span>
        {!isTest && (
          <Button
            look="plain"
            small
            aria-pressed={talking.isAloud}
            onClick={() => void talking.toggleAloud()}
          >
            <Icon name="aloud" />
            {texts.aloud}
          </Button>
        )}
        {isOpen && (
          <Button look="plain" small busy={busy} onClick={() => void talking.end()}>
            {texts.end}
          </Button>
        )}
        {talk && (
          <Button look="plain" small disabled={busy} onClick={talking.leave}>
            <Icon name="again" />
            {texts.again}
          </Button>
        )}
      </header>
      {talk ? (
        <ChatLog
          label={texts.log(agent.name)}
          turns={talk.turns}
          notes={talk.notes}
          start={talk.start}
          own="user"
          names={{ user: words.chats.you, agent: agent.name }}
          sent={sent?.text}
          coming={coming}
        >
          {rehearses && <p className={cx(kit.notice, kit.small)}>{texts.rehearsal}</p>}
          {!isTest && tries && isOpen && (
            <p className={cx(kit.notice, kit.small)}>{texts.olderVersion(talk.version)}</p>
          )}
          {broken && (
            <p className={cx(kit.notice, kit.warn, kit.small)} role="status">
              {texts.broken}
            </p>
          )}
          {isOpen && talk.handling !== 'agent' && (
            <p className={cx(kit.notice, kit.small)} role="status">
              {words.chats.handling[talk.handling]}{' '}
              {may('conversations:read') && talk.id && (
                <Link to="/inbox" search={{ chat: talk.id }}>
                  {texts.toInbox}
                </Link>
              )}
            </p>
          )}
          {talk.ended && (
            <p className={cx(kit.small, kit.muted)} role="status">
              {texts.ended}{' '}
              {talk.id && may('conversations:read') && (
                <Link to="/conversations/$conversationId" params={{ conversationId: talk.id }}>
                  {texts.openConversation}
                </Link>
              )}
            </p>
          )}
          {talk.calls.length > 0 && (
            <Results
              key={talk.calls.map(({ id }) => id).join()}
              calls={talk.calls}
              busy={busy}
              onGive={(results) => void talking.giveResults(results)}
            />
          )}
          {Boolean(error) && <Problem error={error} {...(sayAgain && { onRetry: () => void sayAgain() })} />}
          {Object.keys(talk.variables).length > 0 && (
            <details className={kit.small}>
              <summary>{texts.variables}</summary>
              <dl className={kit.facts}>
                {Object.entries(talk.variables).map(([name, value]) => (
                  <div key={name} className={styles.fact}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </details>
          )}
        </ChatLog>
      ) : (
        <div className={styles.intro}>
          <p className={kit.muted}>{isTest ? texts.introTest : texts.introChat}</p>
          {names.length > 0 && (
            <fieldset className={cx(kit.stack, kit.tight)}>
              <legend className={kit.label}>{texts.variables}</legend>
              {names.map((name) => (
                <TextField
                  key={name}
                  label={name}
                  maxLength={200}
                  value={variables[name] ?? ''}
                  onChange={({ target }) => setVariables({ ...variables, [name]: target.value })}
                />
              ))}
            </fieldset>
          )}
          {Boolean(error) && <Problem error={error} />}
          <div>
            <Button busy={busy} disabled={!readable} onClick={() => void talking.start(given)}>
              {texts.start}
            </Button>
          </div>
        </div>
      )}
      <Compose
        label={texts.say(agent.name)}
        value={text}
        longest={longestMessage}
        busy={busy}
        disabled={!readable || talk?.ended === true || sayAgain !== undefined}
        onChange={setText}
        onSend={() => void talking.say(given)}
      />
    </div>
  );
};
