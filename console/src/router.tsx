import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import type { Session } from './api/session.ts';
import { parseConversationSearch } from './conversations/search.ts';
import { parseHomeSearch } from './home/period.ts';
import { Empty, Loading, Problem } from './kit/notices.tsx';
import { Denied } from './shell/denied.tsx';
import { pages } from './shell/pages.ts';
import { Shell } from './shell/shell.tsx';
import { parseUsageSearch } from './usage/search.ts';
import { words } from './words/index.ts';

type Search = Readonly<Record<string, string>>;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Parameters that a page reads from its address. */
const texts =
  <N extends string>(...names: readonly N[]) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(names.map((name) => [name, text(search[name])])) as {
      [K in N]?: string | undefined;
    };

const root = createRootRoute({
  component: Shell,
  validateSearch: (search: Record<string, unknown>): { org?: string | undefined } => ({
    org: text(search.org),
  }),
  search: { middlewares: [retainSearchParams(['org'])] },
  notFoundComponent: () => <Empty asPage title={words.shell.noPage} />,
});

/** A page that is loaded when it is first shown. */
const page = <P extends string, M extends Record<string, unknown>, N extends keyof M>(
  path: P,
  load: () => Promise<M>,
  name: N,
) => ({
  getParentRoute: () => root,
  path,
  component: lazyRouteComponent(load, name),
});

const OrganizationPage = lazyRouteComponent(
  () => import('./organizations/organization-page.tsx'),
  'OrganizationPage',
);

/** Opening an organization makes it the context of everything else, whatever led there. */
const organization = (session: Session) =>
  createRoute({
    getParentRoute: () => root,
    path: '/organizations/$clientId',
    validateSearch: (search: Record<string, unknown>): { tab?: string | undefined } => ({
      tab: text(search.tab),
    }),
    beforeLoad: ({ params: { clientId }, search }) => {
      const org = clientId === session.me.client?.id ? undefined : clientId;
      if (search.org !== org) {
        throw redirect({
          to: '/organizations/$clientId',
          params: { clientId },
          search: { ...search, org },
          replace: true,
        });
      }
    },
    component: OrganizationPage,
  });

const HomePage = lazyRouteComponent(() => import('./home/home-page.tsx'), 'HomePage');

/** Home is about calls. Keys that read none begin with the first page that they may see. */
const index = (session: Session) =>
  createRoute({
    getParentRoute: () => root,
    path: '/',
    validateSearch: parseHomeSearch,
    beforeLoad: () => {
      if (session.may('conversations:read')) return;
      const first = pages.find(({ scope }) => session.may(scope));
      if (first) throw redirect({ to: first.path });
    },
    component: session.may('conversations:read')
      ? HomePage
      : () => <Denied asPage what={words.shell.pages.home} scope="conversations:read" />,
  });

/** Parameters of the address bar are plain words: `?q=reschedule&org=client_…`. */
const parseSearch = (search: string): Search => Object.fromEntries(new URLSearchParams(search));

const stringifySearch = (search: Record<string, unknown>): string => {
  const set = Object.entries(search).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  const query = new URLSearchParams(set).toString();
  return query ? `?${query}` : '';
};

/** The pages that are the same for everybody. */
const others = [
  createRoute({
    ...page('/conversations', () => import('./conversations/list-page.tsx'), 'ConversationsPage'),
    validateSearch: parseConversationSearch,
  }),
  createRoute({
    ...page(
      '/conversations/$conversationId',
      () => import('./conversations/conversation-page.tsx'),
      'ConversationPage',
    ),
    validateSearch: texts('t', 'q'),
  }),
  createRoute(page('/live', () => import('./live/live-page.tsx'), 'LivePage')),
  createRoute({
    ...page('/inbox', () => import('./inbox/inbox-page.tsx'), 'InboxPage'),
    validateSearch: texts('chat'),
  }),
  createRoute({
    ...page('/agents', () => import('./agents/list-page.tsx'), 'AgentsPage'),
    validateSearch: texts('name'),
  }),
  createRoute({
    ...page('/agents/$agentId', () => import('./agents/agent-page.tsx'), 'AgentPage'),
    validateSearch: texts('tab', 'chat'),
  }),
  createRoute(page('/widgets', () => import('./widgets/list-page.tsx'), 'WidgetsPage')),
  createRoute(page('/widgets/$widgetId', () => import('./widgets/widget-page.tsx'), 'WidgetPage')),
  createRoute({
    ...page('/usage', () => import('./usage/usage-page.tsx'), 'UsagePage'),
    validateSearch: parseUsageSearch,
  }),
  createRoute({
    ...page('/billing', () => import('./billing/billing-page.tsx'), 'BillingPage'),
    validateSearch: texts('tab', 'month', 'status', 'of'),
  }),
  createRoute(
    page('/billing/$clientId/$statementId', () => import('./billing/statement-page.tsx'), 'StatementPage'),
  ),
  createRoute(page('/organizations', () => import('./organizations/list-page.tsx'), 'OrganizationsPage')),
  createRoute(page('/integrations', () => import('./integrations/list-page.tsx'), 'IntegrationsPage')),
  createRoute({
    ...page('/integrations/connect', () => import('./integrations/connect-page.tsx'), 'ConnectPage'),
    validateSearch: texts('integration', 'step'),
  }),
  createRoute({
    ...page(
      '/integrations/$integrationId',
      () => import('./integrations/integration-page.tsx'),
      'IntegrationPage',
    ),
    validateSearch: texts('tab', 'status'),
  }),
  createRoute(page('/tool-servers', () => import('./tool-servers/list-page.tsx'), 'ToolServersPage')),
  createRoute(
    page(
      '/tool-servers/$toolServerId',
      () => import('./tool-servers/tool-server-page.tsx'),
      'ToolServerPage',
    ),
  ),
  createRoute(page('/webhooks', () => import('./webhooks/list-page.tsx'), 'WebhooksPage')),
  createRoute({
    ...page('/webhooks/$webhookId', () => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
    validateSearch: texts('status', 'event'),
  }),
  createRoute({
    ...page('/analyzers', () => import('./analyzers/list-page.tsx'), 'AnalyzersPage'),
    validateSearch: texts('show'),
  }),
  createRoute({
    ...page('/analyzers/$analyzerId', () => import('./analyzers/analyzer-page.tsx'), 'AnalyzerPage'),
    validateSearch: texts('tab', 'from', 'to', 'by'),
  }),
  createRoute(page('/tests', () => import('./tests/list-page.tsx'), 'TestsPage')),
  createRoute({
    ...page('/tests/$suiteId', () => import('./tests/suite-page.tsx'), 'SuitePage'),
    validateSearch: texts('agent', 'run', 'scenario', 'before', 'attempt'),
  }),
  createRoute({
    ...page('/reviews', () => import('./reviews/reviews-page.tsx'), 'ReviewsPage'),
    validateSearch: texts('status'),
  }),
  createRoute({
    ...page('/audit', () => import('./audit/list-page.tsx'), 'AuditPage'),
    validateSearch: texts('actor', 'target', 'action', 'from', 'to'),
  }),
  createRoute(page('/exports', () => import('./exports/list-page.tsx'), 'ExportsPage')),
  createRoute(page('/keys', () => import('./keys/list-page.tsx'), 'KeysPage')),
  createRoute(page('/members', () => import('./people/members-page.tsx'), 'MembersPage')),
  createRoute(page('/connections', () => import('./connections/list-page.tsx'), 'ConnectionsPage')),
  createRoute(page('/connections/new', () => import('./connections/new-page.tsx'), 'NewConnectionPage')),
  createRoute(
    page('/connections/$connectionId', () => import('./connections/connection-page.tsx'), 'ConnectionPage'),
  ),
  createRoute(page('/sessions', () => import('./people/sessions-page.tsx'), 'SessionsPage')),
] as const;

interface Page {
  readonly path: string;
  readonly component: typeof HomePage;
}

/** Begins to load the page of an address, while it is still open who sees it. */
export const preloadPage = (pathname: string): void => {
  const pages: readonly Page[] = [
    { path: '/', component: HomePage },
    { path: '/organizations/$clientId', component: OrganizationPage },
    ...others.map(({ options }) => options as Page),
  ];
  const isAt = (path: string): boolean =>
    new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`).test(pathname);
  // If it fails, the attempt that shows the page reports it.
  pages
    .find(({ path }) => isAt(path))
    ?.component.preload?.()
    ?.catch(() => undefined);
};

export const createConsoleRouter = (session: Session) =>
  createRouter({
    routeTree: root.addChildren([index(session), organization(session), ...others]),
    parseSearch,
    stringifySearch,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultPendingComponent: () => <Loading />,
    defaultErrorComponent: ({ error, reset }) => <Problem error={error} onRetry={reset} />,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
