import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { TestAttempt, TestRun, Turn } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { Transcript } from '../conversations/transcript.tsx';
import { Badge } from '../kit/badge.tsx';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Loading, Problem } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import { CheckMark, StatusMark } from './marks.tsx';
import styles from './tests.module.css';
import { useAttempts } from './use-suite.ts';

type Check = TestAttempt['checks'][number];

const route = getRouteApi('/tests/$suiteId');

const turnsOf = ({ messages }: TestAttempt): Turn[] =>
  messages.map(({ role, content, tool_calls }, index) => ({
    ...{ index, role, text: content, start_ms: null, end_ms: null, metadata: {} },
    tool_calls: tool_calls.map(({ mocked: _mocked, ...call }) => ({ ...call, id: null })),
  }));

const CheckLine = ({ check: { type, verdict, detail, required } }: { readonly check: Check }) => (
  <>
    <CheckMark verdict={verdict} />
    <span>
      {words.tests.check[type]}
      {!required && <span className={kit.muted}> ({words.tests.optional})</span>}
      {detail && verdict !== 'passed' && (
        <span dir="auto" className={cx(kit.small, kit.muted, styles.detail)}>
          {detail}
        </span>
      )}
    </span>
  </>
);

/** A conversation with an agent, read like a call: each failed check is at the turn that decided it. */
const Attempt = ({ attempt }: { readonly attempt: TestAttempt }) => {
  const { tests } = words;
  const { status, reason, ended_by, checks, messages } = attempt;
  const failed = checks.filter(({ verdict }) => verdict === 'failed');
  return (
    <>
      <p className={kit.row}>
        <StatusMark status={status} />
        {[tests.statuses[status], ended_by && tests.endedBy[ended_by], reason].filter(Boolean).join('. ')}
      </p>
      <ul className={styles.checks} aria-label={tests.checks}>
        {checks.map((check) => (
          <li key={check.check} className={styles.check}>
            <CheckLine check={check} />
          </li>
        ))}
      </ul>
      {messages.length === 0 && <p className={kit.muted}>{tests.emptied}</p>}
      <Transcript
        turns={turnsOf(attempt)}
        current={failed.find(({ turn }) => turn !== null)?.turn ?? undefined}
        about={(index) =>
          failed
            .filter(({ turn }) => turn === index)
            .map((check) => (
              <p key={check.check} className={cx(kit.notice, kit.bad, styles.check, styles.here)}>
                <CheckLine check={check} />
              </p>
            ))
        }
      />
    </>
  );
};

interface SideProps {
  readonly title: string;
  readonly run: TestRun;
  readonly query: ReturnType<typeof useAttempts>;
  /** The number of the attempt; absent for the first that did not pass. */
  readonly attempt: number | undefined;
}

const shownOf = (attempts: readonly TestAttempt[], number: number | undefined): TestAttempt | undefined =>
  attempts.find(({ attempt }) => attempt === number) ??
  attempts.find(({ status }) => status !== 'passed') ??
  attempts[0];

const Side = ({ title, run, query, attempt }: SideProps) => {
  const { tests } = words;
  const attempts = query.data ?? [];
  const shown = shownOf(attempts, attempt);
  return (
    <section className={cx(kit.stack, styles.side)} aria-label={title}>
      <div>
        <h3>{title}</h3>
        <p className={cx(kit.small, kit.muted)}>
          {[formatTime(run.created_at), shown?.model, shown && tests.attempt(shown.attempt)]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      {query.isLoading && <Loading />}
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {shown && <Attempt attempt={shown} />}
    </section>
  );
};

interface AttemptsProps {
  readonly name: string;
  readonly scenarioId: string;
  readonly run: TestRun;
  readonly before: TestRun | undefined;
}

/** The attempts of a run at a scenario, one of them beside one of an earlier version. */
export const Attempts = ({ name, scenarioId, run, before }: AttemptsProps) => {
  const { tests } = words;
  const { attempt } = route.useSearch();
  const now = useAttempts(run.id, scenarioId);
  const then = useAttempts(before?.id, scenarioId);
  const number = Number(attempt) || undefined;
  const attempts = now.data ?? [];
  const shown = shownOf(attempts, number);
  const opened = useRef<HTMLElement>(null);
  // It is below the grid, which may be as high as the window.
  useEffect(() => {
    if (now.isSuccess) opened.current?.scrollIntoView({ block: 'start' });
  }, [now.isSuccess]);
  const tried = run.scenarios.find(({ scenario_id }) => scenario_id === scenarioId);
  return (
    <section ref={opened} className={cx(kit.stack, styles.opened)} aria-label={name}>
      <div className={styles.title}>
        <span className={kit.row}>
          <h2>
            <bdi>{name}</bdi>
          </h2>
          {tried?.flaky && <Badge tone="warn">{tests.flaky}</Badge>}
          {tried?.change && <span className={cx(kit.small, kit.muted)}>{tests.changes[tried.change]}</span>}
        </span>
        <Link
          to="."
          search={({ run: _run, scenario: _scenario, before: _before, attempt: _attempt, ...rest }) => rest}
          className={cx(kit.button, kit.plain, kit.icon, kit.small)}
          resetScroll={false}
          aria-label={tests.close}
        >
          <Icon name="close" />
        </Link>
      </div>
      {attempts.length > 1 && (
        <nav className={styles.numbers} aria-label={tests.attempts}>
          {attempts.map((one) => (
            <Link
              key={one.number}
              to="."
              search={(search) => ({ ...search, attempt: String(one.attempt) })}
              className={styles.number}
              resetScroll={false}
              aria-label={`${tests.attempt(one.attempt)}: ${tests.statuses[one.status]}`}
              {...(one === shown && { 'aria-current': true })}
            >
              <StatusMark status={one.status} />
              {one.attempt}
            </Link>
          ))}
        </nav>
      )}
      <div className={styles.sides}>
        <Side title={tests.version(run.agent_version)} run={run} query={now} attempt={number} />
        {before ? (
          <Side
            title={`${tests.before}: ${tests.version(before.agent_version)}`}
            run={before}
            query={then}
            attempt={shown?.attempt}
          />
        ) : (
          <p className={kit.muted}>{tests.noBefore}</p>
        )}
      </div>
    </section>
  );
};
