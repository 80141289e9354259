import { Link } from '@tanstack/react-router';
import type { TestSuiteItem } from 'voice-agent-platform-client';
import { formatDate } from '../api/format.ts';
import { AgentName, OrganizationName, useDirectory } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { useOrgList } from '../shell/use-org.ts';
import { words } from '../words/index.ts';

export const TestsPage = () => {
  const { api } = useSession();
  const { tests } = words;
  const list = useOrgList('test-suites', (query, signal) => api.testSuites.list({ query, signal }));
  useDirectory('agent');
  return (
    <ListPage<TestSuiteItem>
      title={tests.title}
      list={list}
      empty={tests.empty}
      label={tests.title}
      columns={[
        {
          title: tests.columns.name,
          kind: 'heading',
          cell: ({ id, name, description }) => (
            <>
              <Link to="/tests/$suiteId" params={{ suiteId: id }}>
                <bdi>{name}</bdi>
              </Link>
              {description && <div className={cx(kit.small, kit.muted)}>{description}</div>}
            </>
          ),
        },
        {
          title: tests.columns.agent,
          cell: ({ agent_id }) => (agent_id ? <AgentName id={agent_id} /> : tests.anyAgent),
        },
        {
          title: tests.columns.owner,
          cell: ({ client_id }) => <OrganizationName id={client_id} instead={tests.thePlatform} />,
        },
        {
          title: tests.columns.updated,
          cell: ({ updated_at }) => <span className={kit.figures}>{formatDate(updated_at)}</span>,
        },
      ]}
    />
  );
};
