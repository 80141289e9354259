import { Link } from '@tanstack/react-router';
import type { TestRun } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { AgentName } from '../api/names.tsx';
import { Badge } from '../kit/badge.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { scrolled } from '../kit/scrolled.ts';
import { words } from '../words/index.ts';
import { ResultMark } from './marks.tsx';
import styles from './tests.module.css';

type ScenarioResult = TestRun['scenarios'][number];

/** The run with which one is compared: of another version of the same agent, or else the one before. */
export const runBefore = (
  runs: readonly TestRun[],
  run: TestRun | undefined,
  scenarioId: string,
): TestRun | undefined => {
  if (!run) return undefined;
  const earlier = runs
    .slice(runs.indexOf(run) + 1)
    .filter(
      ({ agent_id, scenarios }) =>
        agent_id === run.agent_id && scenarios.some(({ scenario_id }) => scenario_id === scenarioId),
    );
  return earlier.find(({ agent_version }) => agent_version !== run.agent_version) ?? earlier[0];
};

const RunHead = ({ run, showsAgent }: { readonly run: TestRun; readonly showsAgent: boolean }) => {
  const { tests } = words;
  return (
    <span className={styles.head}>
      <span className={kit.row}>
        {run.result && <ResultMark result={run.result} />}
        {tests.version(run.agent_version)}
      </span>
      {showsAgent && (
        <span className={kit.clip}>
          <bdi>
            <AgentName id={run.agent_id} />
          </bdi>
        </span>
      )}
      <span className={styles.when}>
        {run.status === 'running'
          ? tests.underWay(run.done, run.total)
          : run.status === 'canceled'
            ? tests.runStatuses.canceled
            : formatTime(run.created_at)}
      </span>
    </span>
  );
};

/** A change is shown only if somebody should look. */
const Notes = ({ tried: { flaky, change } }: { readonly tried: ScenarioResult }) => (
  <>
    {flaky && <Badge tone="warn">{words.tests.flaky}</Badge>}
    {change === 'broken' && <Badge tone="bad">{words.tests.changes.broken}</Badge>}
    {change === 'fixed' && <Badge tone="good">{words.tests.changes.fixed}</Badge>}
  </>
);

interface GridProps {
  readonly scenarioIds: readonly string[];
  readonly nameOf: (scenarioId: string) => string | undefined;
  readonly runs: readonly TestRun[];
  readonly chosen: { readonly run: string | undefined; readonly scenario: string | undefined };
}

/** The scenarios of a suite in its runs, the newest first. */
export const Grid = ({ scenarioIds, nameOf, runs, chosen }: GridProps) => {
  const { tests } = words;
  const showsAgent = new Set(runs.map(({ agent_id }) => agent_id)).size > 1;
  return (
    <section className={cx(kit.frame, styles.frame)} aria-label={tests.runs} {...scrolled}>
      <table className={cx(kit.table, styles.grid)}>
        <thead>
          <tr>
            <th scope="col">{tests.scenario}</th>
            {runs.map((run) => (
              <th key={run.id} scope="col">
                <RunHead run={run} showsAgent={showsAgent} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {scenarioIds.map((scenarioId, at) => {
            const name = nameOf(scenarioId) ?? tests.unnamed(at + 1);
            return (
              <tr key={scenarioId}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                {runs.map((run) => {
                  const tried = run.scenarios.find(({ scenario_id }) => scenario_id === scenarioId);
                  if (!tried) return <td key={run.id}>–</td>;
                  const isChosen = chosen.run === run.id && chosen.scenario === scenarioId;
                  const { result, passed, attempts } = tried;
                  return (
                    <td key={run.id} className={cx(isChosen && styles.chosen)}>
                      <span className={styles.cell}>
                        <Link
                          to="."
                          search={({ attempt: _attempt, ...rest }) => ({
                            ...rest,
                            run: run.id,
                            scenario: scenarioId,
                            before: runBefore(runs, run, scenarioId)?.id,
                          })}
                          className={styles.link}
                          resetScroll={false}
                        >
                          <span className={kit.hidden}>{name}: </span>
                          <ResultMark result={result} />
                          {` ${passed}/${attempts}`}
                        </Link>
                        <Notes tried={tried} />
                      </span>
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
};
