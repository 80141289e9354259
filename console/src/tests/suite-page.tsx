import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { TestRun, TestSuite } from 'voice-agent-platform-client';
import { useDirectory, useNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { Confirm } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { DetailPage } from '../kit/detail-page.tsx';
import { DialogButton } from '../kit/dialog-button.tsx';
import { SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { MoreMenu } from '../kit/more-menu.tsx';
import { Empty, Problem, Waiting } from '../kit/notices.tsx';
import { words } from '../words/index.ts';
import { Attempts } from './attempts.tsx';
import { Grid, runBefore } from './grid.tsx';
import { ResultMark } from './marks.tsx';
import { RunDialog } from './run-dialog.tsx';
import styles from './tests.module.css';
import { useAttempts, useRuns, useScenarioNames, useSuite } from './use-suite.ts';

const route = getRouteApi('/tests/$suiteId');

const More = ({ suite, etag }: { readonly suite: TestSuite; readonly etag: string }) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const { remove } = words.tests;
  const removal = {
    label: remove.button,
    danger: true,
    dialog: (onClose: () => void) => (
      <Confirm
        title={remove.title(suite.name)}
        text={remove.text}
        action={remove.button}
        danger
        send={() => api.testSuites.remove({ params: { test_suite_id: suite.id }, ifMatch: etag })}
        refresh={[['test-suites']]}
        onSent={() => navigate({ to: '/tests' })}
        onClose={onClose}
      />
    ),
  };
  return <MoreMenu actions={[removal]} />;
};

/** The newest run in a line, and what can be done with it. */
const Newest = ({ run }: { readonly run: TestRun }) => {
  const { api, may } = useSession();
  const { tests } = words;
  const params = { test_run_id: run.id };
  const refresh = [['test-runs'], ['test-attempts', run.id]];
  const cancel = useAction({ send: () => api.testRuns.cancel({ params }), refresh });
  const judge = useAction({ send: () => api.testRuns.judge({ params, body: {} }), refresh });
  const passed = run.scenarios.filter(({ result }) => result === 'passed').length;
  const tokens = run.input_tokens + run.output_tokens;
  const text =
    run.status === 'completed'
      ? tests.counts(passed, run.scenarios.length, tokens)
      : `${tests.runStatuses[run.status]}, ${tests.underWay(run.done, run.total)}`;
  return (
    <div className={kit.stack}>
      <div className={cx(kit.row, kit.spread)}>
        <p className={styles.line} role="status">
          {run.result && <ResultMark result={run.result} />}
          <span>
            <strong>{tests.newest(run.agent_version)}</strong> <span className={kit.muted}>{text}</span>
          </span>
        </p>
        {may('tests:write') && run.status === 'running' && (
          <Button small busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {tests.cancel}
          </Button>
        )}
        {may('tests:write') && run.result === 'inconclusive' && (
          <Button small title={tests.judgeHint} busy={judge.isPending} onClick={() => judge.mutate()}>
            {tests.judge}
          </Button>
        )}
      </div>
      {(cancel.error ?? judge.error) && <Problem error={cancel.error ?? judge.error} />}
    </div>
  );
};

const AgentFilter = ({ runs, agent }: { readonly runs: readonly TestRun[]; readonly agent: string }) => {
  const navigate = route.useNavigate();
  const ids = [...new Set([...(agent ? [agent] : []), ...runs.map(({ agent_id }) => agent_id)])];
  const nameOf = useNames('agent', ids);
  const { tests } = words;
  return (
    <div className={kit.filters}>
      <SelectField
        label={tests.agent}
        value={agent}
        options={[
          { value: '', label: tests.everyAgent },
          ...ids.map((id) => ({ value: id, label: nameOf(id) })),
        ]}
        onChange={({ target }) => void navigate({ search: { agent: target.value || undefined } })}
      />
    </div>
  );
};

interface RunsProps {
  readonly suite: TestSuite;
  readonly found: ReturnType<typeof useRuns>;
  readonly nameOf: ReturnType<typeof useScenarioNames>;
}

const Runs = ({ suite, found: { items: runs, query }, nameOf }: RunsProps) => {
  const { agent = '', run: runId, scenario, before } = route.useSearch();
  const { tests } = words;
  const run = runs.find(({ id }) => id === runId);
  const [newest] = runs;
  const nothing = agent === '' ? tests.noRuns : tests.noRunsHere;
  const at = suite.scenario_ids.indexOf(scenario ?? '');
  return (
    <>
      {(agent !== '' || runs.some(({ agent_id }) => agent_id !== newest?.agent_id)) && (
        <AgentFilter runs={runs} agent={agent} />
      )}
      <Waiting query={query} />
      {query.isSuccess && !newest && (
        <Empty title={nothing.title}>
          <p>{nothing.text}</p>
        </Empty>
      )}
      {newest && (
        <>
          <Newest run={newest} />
          <Grid
            scenarioIds={suite.scenario_ids}
            nameOf={nameOf}
            runs={runs}
            chosen={{ run: runId, scenario }}
          />
        </>
      )}
      <LoadMore query={query} />
      {run && scenario && (
        <Attempts
          key={`${run.id} ${scenario}`}
          name={nameOf(scenario) ?? tests.unnamed(at + 1)}
          scenarioId={scenario}
          run={run}
          before={runs.find(({ id }) => id === before) ?? runBefore(runs, run, scenario)}
        />
      )}
    </>
  );
};

/** A suite: how its scenarios did in each run, and the attempts at one of them. */
export const SuitePage = () => {
  const { may } = useSession();
  const { suiteId } = route.useParams();
  const { agent, run, before, scenario = '' } = route.useSearch();
  const found = useSuite(suiteId);
  const runs = useRuns(suiteId, agent);
  const nameOf = useScenarioNames(runs.items);
  useDirectory('agent');
  // The attempts that the address names are read together with the suite.
  const [isOpen] = useState(scenario !== '');
  useAttempts(isOpen ? run : undefined, scenario);
  useAttempts(isOpen ? before : undefined, scenario);
  const { tests } = words;
  const agentId = agent ?? runs.items[0]?.agent_id;
  return (
    <DetailPage
      back={<Link to="/tests">{words.shell.pages.tests}</Link>}
      title={found.data?.reply.name ?? tests.one}
      query={found}
      actions={({ reply, response }) =>
        may('tests:write') && (
          <>
            {may('agents:read') && (
              <DialogButton
                look="primary"
                dialog={(onClose) => <RunDialog suite={reply} agentId={agentId} onClose={onClose} />}
              >
                {tests.start.button}
              </DialogButton>
            )}
            <More suite={reply} etag={response.headers.get('etag') ?? ''} />
          </>
        )
      }
    >
      {({ reply }) => (
        <div className={kit.stack}>
          {reply.description && <p className={kit.muted}>{reply.description}</p>}
          <Runs suite={reply} found={runs} nameOf={nameOf} />
        </div>
      )}
    </DetailPage>
  );
};
