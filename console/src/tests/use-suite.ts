import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Client, TestRun, TestSuite } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { useOrg } from '../shell/use-org.ts';

/** While a run makes progress, it is read again. */
const everyMs = 3000;

export const useSuite = (suiteId: string) => {
  const { api } = useSession();
  return useQuery({
    queryKey: ['test-suite', suiteId],
    queryFn: ({ signal }) => api.testSuites.get.withResponse({ params: { test_suite_id: suiteId }, signal }),
  });
};

/** The runs of a suite, newest first, among those of an organization or of one agent. */
export const useRuns = (suiteId: string, agentId: string | undefined) => {
  const { api } = useSession();
  const org = useOrg();
  const [isLive, setLive] = useState(false);
  const list = useList(
    ['test-runs', org, agentId],
    ({ limit, cursor }, signal) =>
      api.testRuns.list({
        query: {
          limit: String(limit),
          ...(cursor && { cursor }),
          ...(org && { client_id: org }),
          ...(agentId && { agent_id: agentId }),
        },
        signal,
      }),
    { refetchInterval: isLive ? everyMs : false },
  );
  const items = list.items.filter(({ suite_id }) => suite_id === suiteId);
  const hasRunning = items.some(({ status }) => status === 'running');
  useEffect(() => setLive(hasRunning), [hasRunning]);
  return { ...list, items };
};

const scenariosQuery = (api: Client, org: string | undefined) => ({
  queryKey: ['scenarios', org],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await api.scenarios.list({ query: { limit: '100', ...(org && { client_id: org }) }, signal })).data,
});

/** The agents that scenarios of a suite are for. Other scenarios are for any agent. */
export const useBoundAgents = ({ id, version, scenario_ids }: TestSuite) => {
  const { api } = useSession();
  const org = useOrg();
  return useQuery({
    queryKey: ['scenarios', 'agents of', id, version],
    queryFn: async ({ signal, client }) => {
      const listed = await client.fetchQuery(scenariosQuery(api, org));
      const agents = await Promise.all(
        scenario_ids.map(async (scenario_id) => {
          const known = listed.find((one) => one.id === scenario_id);
          return (known ?? (await api.scenarios.get({ params: { scenario_id }, signal }))).agent_id;
        }),
      );
      return [...new Set(agents.filter((agent) => agent !== null))];
    },
  });
};

/** The names of the scenarios that the key reads; runs have those that they tried. */
export const useScenarioNames = (runs: readonly TestRun[]): ((id: string) => string | undefined) => {
  const { api } = useSession();
  const org = useOrg();
  const { data } = useQuery(scenariosQuery(api, org));
  const tried = runs.flatMap(({ scenarios }) => scenarios);
  return (id) =>
    data?.find((one) => one.id === id)?.name ?? tried.find(({ scenario_id }) => scenario_id === id)?.name;
};

/** The attempts of a run at one scenario. */
export const useAttempts = (runId: string | undefined, scenarioId: string) => {
  const { api } = useSession();
  return useQuery({
    queryKey: ['test-attempts', runId, scenarioId],
    queryFn: async ({ signal }) => {
      const params = { test_run_id: runId ?? '' };
      return (await api.testRuns.items({ params, query: { limit: '20', scenario_id: scenarioId }, signal }))
        .data;
    },
    enabled: runId !== undefined,
  });
};
