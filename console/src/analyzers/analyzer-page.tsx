import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { Analyzer } from 'voice-agent-platform-client';
import { firstOrganizations, useDirectory } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { whileEdited } from '../api/while-edited.ts';
import { Badge } from '../kit/badge.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { DetailPage } from '../kit/detail-page.tsx';
import { Tabs } from '../kit/tabs.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';
import { Editor } from './editor.tsx';
import { useCallsToTry } from './preview.tsx';
import { Report, useReport } from './report.tsx';
import { Runs, useRuns } from './runs.tsx';
import { useVersions, Versions } from './versions.tsx';

const route = getRouteApi('/analyzers/$analyzerId');

const Remove = ({ analyzer, etag }: { readonly analyzer: Analyzer; readonly etag: string }) => {
  const { api } = useSession();
  const navigate = useNavigate();
  const { remove } = words.analyzers;
  return (
    <ConfirmButton
      look="plain"
      ask={{
        title: remove.title(analyzer.name),
        text: remove.text,
        action: remove.button,
        danger: true,
        send: () => api.analyzers.remove({ params: { analyzer_id: analyzer.id }, ifMatch: etag }),
        refresh: [['analyzers']],
        onSent: () => navigate({ to: '/analyzers' }),
      }}
    >
      {remove.button}
    </ConfirmButton>
  );
};

/** An analyzer: what it asks for, what it found, and the calls from before it. */
export const AnalyzerPage = () => {
  const { api, me, may } = useSession();
  const { analyzerId } = route.useParams();
  const { tab = 'criteria' } = route.useSearch();
  const { analyzers } = words;
  const found = useQuery({
    queryKey: ['analyzer', analyzerId],
    queryFn: ({ signal }) => api.analyzers.get.withResponse({ params: { analyzer_id: analyzerId }, signal }),
    // It does not change while somebody edits it.
    ...whileEdited,
  });
  // The tabs need only the id in the URL, so their data is requested together with the analyzer.
  const org = useOrg();
  const tries = tab === 'criteria' && may('analysis:write') && may('conversations:read');
  useCallsToTry(org, tries && org !== undefined);
  useDirectory(...(tab === 'criteria' ? (['agent'] as const) : []));
  useReport(analyzerId, tab === 'report');
  useRuns(tab === 'runs');
  useVersions(analyzerId, tab === 'versions');
  const etag = found.data?.response.headers.get('etag') ?? '';
  const owner = found.data?.reply.client_id;
  // Those of the platform and of organizations above are read here, and changed there.
  const owned = useQuery({
    queryKey: ['analyzers', 'owned', analyzerId],
    queryFn: async ({ signal, client }) => {
      if (me.client === null || owner === me.client.id) return true;
      if (owner === null || owner === undefined || !may('clients:read')) return false;
      try {
        const first = await client.fetchQuery(firstOrganizations(api));
        if (!first.some(({ id }) => id === owner))
          await api.clients.get({ params: { client_id: owner }, signal });
        return true;
      } catch {
        return false;
      }
    },
    enabled: found.isSuccess,
  });
  const mayChange = may('analysis:write') && owned.data === true;
  return (
    <DetailPage
      back={<Link to="/analyzers">{words.shell.pages.analyzers}</Link>}
      title={found.data?.reply.name ?? analyzers.one}
      query={found}
      actions={({ reply }) => (
        <>
          {!reply.enabled && <Badge tone="warn">{analyzers.off}</Badge>}
          {mayChange && <Remove analyzer={reply} etag={etag} />}
        </>
      )}
    >
      {({ reply }) => (
        <>
          <Tabs
            tabs={[
              { value: 'criteria', label: analyzers.tabs.criteria },
              { value: 'report', label: analyzers.tabs.report },
              { value: 'runs', label: analyzers.tabs.runs },
              { value: 'versions', label: analyzers.tabs.versions },
            ]}
          />
          {tab === 'criteria' && owned.isSuccess && (
            <Editor key={reply.version} analyzer={reply} etag={etag} readOnly={!mayChange} />
          )}
          {tab === 'report' && <Report analyzerId={analyzerId} />}
          {tab === 'runs' && <Runs analyzer={reply} mayStart={mayChange} />}
          {tab === 'versions' && <Versions analyzer={reply} etag={etag} mayRestore={mayChange} />}
        </>
      )}
    </DetailPage>
  );
};
