import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { lazy, Suspense, useState } from 'react';
import type { Agent, OpenToolCall } from 'voice-agent-platform-client';
import { formatDuration, formatMoney } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { ChatLog } from '../chats/chat-log.tsx';
import { Compose } from '../chats/compose.tsx';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { TextArea, TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { useNow } from '../kit/use-now.ts';
import { words } from '../words/index.ts';
import styles from './talk.module.css';
import type { TalkControls } from './use-talk.ts';
import { faultCodeOf } from './use-voice.ts';

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

const TalkNow = lazy(async () => ({ default: (await import('./talk-parts.tsx')).TalkNow }));

/** The time that a talk by voice takes already, and the cost of its answers. */
const TalkCost = ({ talking: { talk, began } }: { readonly talking: TalkControls }) => {
  const now = useNow(began !== undefined && !talk?.ended);
  if (!talk || began === undefined) return null;
  const costs = [...talk.notes.values()].flatMap(({ cost }) => cost ?? []);
  const [first] = costs;
  const cost = first && {
    amount: String(costs.reduce((sum, { amount }) => sum + Number(amount), 0)),
    currency: first.currency,
  };
  return (
    <span className={cx(kit.small, kit.muted, kit.figures, styles.spent)}>
      {[formatDuration(Math.max(0, now - began)), cost && formatMoney(cost)].filter(Boolean).join(' · ')}
    </span>
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
  const { mode, voice, loudspeaker } = talking;
  const given = Object.fromEntries(names.map((name) => [name, variables[name] ?? '']));
  const isTest = talk ? talk.id === null : tries;
  const rehearses = talk?.turns.some(({ usage }) => usage?.model === 'rehearsal') ?? false;
  const isOpen = talk !== undefined && !talk.ended;
  // A name such as “Pia, reception” is long for a sentence.
  const [short = agent.name] = agent.name.split(',');
  const speaks = loudspeaker.turn;
  const code = faultCodeOf(voice.fault);
  // The last words are heard to their end.
  const isAloud = mode === 'voice' && (!talk?.ended || speaks !== undefined);
  const listen = () => void talking.talkAloud(given);
  const mayListen = !isTest && readable && !talk?.ended && sayAgain === undefined;
  return (
    <div className={styles.pane}>
      <header className={styles.head}>
        <h2>{texts.title}</h2>
        <span className={cx(kit.small, kit.muted, kit.grow)}>
          {isTest ? texts.withChanges : texts.version(talk?.version ?? agent.live_version ?? agent.version)}
          {isAloud && voice.by && ` · ${texts.by[voice.by]}`}
        </span>
        {(isAloud || talk?.ended) && <TalkCost talking={talking} />}
        {!isTest && !isAloud && (
          <Button look="plain" small aria-pressed={loudspeaker.isOn} onClick={talking.toggleAloud}>
            <Icon name="aloud" />
            <span className={talk && kit.hidden}>{texts.aloud}</span>
          </Button>
        )}
        {isOpen && !isAloud && (
          <Button look="plain" small busy={busy} onClick={() => void talking.end()}>
            {texts.end}
          </Button>
        )}
        {talk && !isAloud && (
          <Button look="plain" small disabled={busy} onClick={talking.leave}>
            <Icon name="again" />
            {texts.again}
          </Button>
        )}
      </header>
      {talk ? (
        <ChatLog
          label={texts.log(agent.name)}
          plain
          silent={isAloud}
          turns={isAloud ? talk.turns.filter(({ index }) => index !== speaks) : talk.turns}
          notes={talk.notes}
          start={talk.start}
          own="user"
          names={{ user: words.chats.you, agent: agent.name }}
          sent={sent?.text}
          coming={coming && isAloud ? { ...coming, text: null } : coming}
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
          {isTest ? (
            <p className={cx(kit.small, kit.muted)}>{texts.aloudTest}</p>
          ) : (
            <div className={styles.begin}>
              <button type="button" className={styles.mic} disabled={!readable || busy} onClick={listen}>
                <Icon name="microphone" />
                <span className={kit.hidden}>{texts.aloudWith(short)}</span>
              </button>
              <p className={styles.invitation} aria-hidden="true">
                {texts.aloudWith(short)}
              </p>
              <p className={cx(kit.small, kit.muted)}>{texts.aloudText}</p>
            </div>
          )}
        </div>
      )}
      {isAloud ? (
        <Suspense fallback={<Loading />}>
          <TalkNow name={short} talking={talking} onListen={listen} />
        </Suspense>
      ) : (
        <Compose
          before={
            talk &&
            mayListen && (
              <Button className={kit.icon} aria-label={texts.microphone} disabled={busy} onClick={listen}>
                <Icon name="microphone" />
              </Button>
            )
          }
          label={texts.say(agent.name)}
          value={text}
          longest={longestMessage}
          busy={busy}
          disabled={!readable || talk?.ended === true || sayAgain !== undefined}
          onChange={setText}
          onSend={() => void talking.say(given)}
        >
          {Boolean(voice.fault) && (
            <div className={cx(kit.notice, kit.warn, kit.small)} role="alert">
              {code ? <p>{texts.faults[code]}</p> : <Problem error={voice.fault} />}
            </div>
          )}
        </Compose>
      )}
    </div>
  );
};
