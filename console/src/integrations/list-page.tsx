import { Link } from '@tanstack/react-router';
import { formatTime } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { LoadMore } from '../kit/load-more.tsx';
import { Empty, Loading, Problem } from '../kit/notices.tsx';
import { scrolled } from '../kit/scrolled.ts';
import { PageHead } from '../shell/page-head.tsx';
import { useOrg } from '../shell/use-org.ts';
import { StatusBadge } from './badges.tsx';
import { providers } from './providers.ts';

export const IntegrationsPage = () => {
  const { api, may } = useSession();
  const org = useOrg();
  const { items, query } = useList(['integrations', org], ({ limit, cursor }, signal) =>
    api.integrations.list({
      query: { limit: String(limit), ...(cursor && { cursor }), ...(org && { client_id: org }) },
      signal,
    }),
  );
  return (
    <>
      <PageHead title="Integrations">
        {may('integrations:write') && (
          <Link
            to="/integrations/connect"
            search={(now) => ({ org: now.org })}
            className={cx(kit.button, kit.primary)}
          >
            Connect a provider
          </Link>
        )}
      </PageHead>
      {query.error && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading />}
      {query.isSuccess && items.length === 0 && (
        <Empty title="No provider is connected">
          <p>
            Connect an account at ElevenLabs, Vapi or Retell: its calls become conversations here, with their
            transcripts and recordings.
          </p>
        </Empty>
      )}
      {items.length > 0 && (
        <section className={kit.frame} aria-label="Integrations" {...scrolled}>
          <table className={kit.table}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Provider</th>
                <th scope="col">State</th>
                <th scope="col">API key</th>
                <th scope="col">Organization</th>
                <th scope="col">Connected</th>
              </tr>
            </thead>
            <tbody>
              {items.map((item) => (
                <tr key={item.id}>
                  <th scope="row">
                    <Link
                      to="/integrations/$integrationId"
                      params={{ integrationId: item.id }}
                      search={(now) => ({ org: now.org })}
                    >
                      {item.name}
                    </Link>
                  </th>
                  <td>{providers[item.provider].name}</td>
                  <td>
                    <StatusBadge status={item.status} />
                    <div className={cx(kit.small, kit.muted)}>{item.status_detail}</div>
                  </td>
                  <td className={kit.mono}>{item.api_key_hint ? `…${item.api_key_hint}` : '–'}</td>
                  <td>
                    <OrganizationName id={item.client_id} />
                  </td>
                  <td>{formatTime(item.created_at)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <LoadMore query={query} />
    </>
  );
};
