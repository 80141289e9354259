import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { presetNames } from '../api/days.ts';
import { formatDays } from '../api/format.ts';
import { useNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { zoneName } from '../api/zone.ts';
import { toggled, valuesIn } from '../conversations/search.ts';
import { Button } from '../kit/button.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Menu, MenuChoice } from '../kit/menu.tsx';
import { Loading, Problem } from '../kit/notices.tsx';
import { Split } from '../kit/split.tsx';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { Attention, AttentionLine } from './attention.tsx';
import { CallsChart } from './calls-chart.tsx';
import { within } from './figures.ts';
import { FirstSteps } from './first-steps.tsx';
import styles from './home.module.css';
import { Organizations } from './organizations-table.tsx';
import { Overview } from './overview.tsx';
import { clientsIn } from './use-attention.ts';
import { useActivity } from './use-home.ts';

const route = getRouteApi('/');

/** Whether there is any call at all, of whatever time. */
const useHasCalls = (org: string | undefined): boolean | undefined => {
  const { api } = useSession();
  return useQuery({
    queryKey: ['conversations', org, 'any'],
    queryFn: async ({ signal }) => {
      const { data } = await api.conversations.list({
        query: { limit: 1, ...(org && { client_id: org }) },
        signal,
      });
      return data.length > 0;
    },
  }).data;
};

/** Recent activity, clients that need attention, and earnings. */
export const HomePage = () => {
  const { range = 'last30', outcomes: chosen } = route.useSearch();
  const navigate = route.useNavigate();
  const org = useOrg();
  const { byOutcome, byChild, timezone, outcomes, children, days, statements, found, overview } = useActivity(
    range,
    org,
  );
  const hasCalls = useHasCalls(org);
  const below = within(days, children);
  const nameOf = useNames('client', [
    ...below.map(({ group }) => group.child ?? '').filter(Boolean),
    ...clientsIn(found),
  ]);
  const attention = { found, days, nameOf };
  const error = byOutcome.error ?? byChild.error;

  if (hasCalls === false)
    return (
      <>
        <PageHead title={words.home.title} />
        <FirstSteps org={org} />
      </>
    );
  return (
    <>
      <PageHead
        title={words.home.title}
        context={
          <>
            <Menu
              align="start"
              trigger={
                <Button>
                  <Icon name="calendar" />
                  {words.kit.days[range]}
                  <Icon name="down" />
                </Button>
              }
            >
              <MenuChoice
                label={words.home.range}
                value={range}
                options={presetNames.map((value) => ({ value, label: words.kit.days[value] }))}
                onChange={(next) => void navigate({ search: (previous) => ({ ...previous, range: next }) })}
              />
            </Menu>
            <span className={kit.muted}>{formatDays(days.from, days.to)}</span>
            <span className={kit.muted}>{zoneName(timezone)}</span>
          </>
        }
      />
      {error && <Problem error={error} onRetry={() => void byOutcome.refetch()} />}
      {byOutcome.isPending && !error && <Loading />}
      {byOutcome.data && (
        <Split pane={<Attention {...attention} />}>
          <AttentionLine {...attention} />
          <Overview {...overview} />
          <div className={styles.padding}>
            <CallsChart
              rows={within(days, outcomes)}
              days={days}
              chosen={valuesIn(chosen)}
              onChoose={(outcome) => {
                const outcomes = outcome && (toggled(chosen, outcome) || undefined);
                void navigate({ search: (previous) => ({ ...previous, outcomes }) });
              }}
            />
          </div>
          <Organizations rows={below} days={days} found={found} statements={statements} nameOf={nameOf} />
        </Split>
      )}
    </>
  );
};
