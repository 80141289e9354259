import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  retainSearchParams,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Session } from './api/session.ts';
import { parseConversationSearch } from './conversations/search.ts';
import { parseHomeSearch } from './home/period.ts';
import { Empty, Loading, Problem } from './kit/notices.tsx';
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
  notFoundComponent: () => <Empty title={words.shell.noPage} />,
});

type Modules<N extends string> = Readonly<Record<N, () => ReactNode>>;

/** A page without parameters in its address, which is loaded when it is first shown. */
const page = <P extends string, N extends string>(path: P, load: () => Promise<Modules<N>>, name: N) => ({
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
      : () => (
          <Empty title={words.shell.readsNothing}>
            <p>{words.shell.readsNothingText}</p>
          </Empty>
        ),
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
    getParentRoute: () => root,
    path: '/conversations',
    validateSearch: parseConversationSearch,
    component: lazyRouteComponent(() => import('./conversations/list-page.tsx'), 'ConversationsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/conversations/$conversationId',
    validateSearch: texts('t', 'q'),
    component: lazyRouteComponent(() => import('./conversations/conversation-page.tsx'), 'ConversationPage'),
  }),
  createRoute(page('/live', () => import('./live/live-page.tsx'), 'LivePage')),
  createRoute({
    getParentRoute: () => root,
    path: '/inbox',
    validateSearch: texts('chat'),
    component: lazyRouteComponent(() => import('./inbox/inbox-page.tsx'), 'InboxPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents',
    validateSearch: texts('name'),
    component: lazyRouteComponent(() => import('./agents/list-page.tsx'), 'AgentsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/agents/$agentId',
    validateSearch: texts('tab', 'chat'),
    component: lazyRouteComponent(() => import('./agents/agent-page.tsx'), 'AgentPage'),
  }),
  createRoute(page('/widgets', () => import('./widgets/list-page.tsx'), 'WidgetsPage')),
  createRoute(page('/widgets/$widgetId', () => import('./widgets/widget-page.tsx'), 'WidgetPage')),
  createRoute({
    getParentRoute: () => root,
    path: '/usage',
    validateSearch: parseUsageSearch,
    component: lazyRouteComponent(() => import('./usage/usage-page.tsx'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/billing',
    validateSearch: texts('tab', 'month', 'status', 'of'),
    component: lazyRouteComponent(() => import('./billing/billing-page.tsx'), 'BillingPage'),
  }),
  createRoute(
    page('/billing/$clientId/$statementId', () => import('./billing/statement-page.tsx'), 'StatementPage'),
  ),
  createRoute(page('/organizations', () => import('./organizations/list-page.tsx'), 'OrganizationsPage')),
  createRoute(page('/integrations', () => import('./integrations/list-page.tsx'), 'IntegrationsPage')),
  createRoute({
    getParentRoute: () => root,
    path: '/integrations/connect',
    validateSearch: texts('integration', 'step'),
    component: lazyRouteComponent(() => import('./integrations/connect-page.tsx'), 'ConnectPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/integrations/$integrationId',
    validateSearch: texts('tab', 'status'),
    component: lazyRouteComponent(() => import('./integrations/integration-page.tsx'), 'IntegrationPage'),
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
    getParentRoute: () => root,
    path: '/webhooks/$webhookId',
    validateSearch: texts('status', 'event'),
    component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/analyzers',
    validateSearch: texts('show'),
    component: lazyRouteComponent(() => import('./analyzers/list-page.tsx'), 'AnalyzersPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/analyzers/$analyzerId',
    validateSearch: texts('tab', 'from', 'to', 'by'),
    component: lazyRouteComponent(() => import('./analyzers/analyzer-page.tsx'), 'AnalyzerPage'),
  }),
  createRoute(page('/tests', () => import('./tests/list-page.tsx'), 'TestsPage')),
  createRoute({
    getParentRoute: () => root,
    path: '/tests/$suiteId',
    validateSearch: texts('agent', 'run', 'scenario', 'before', 'attempt'),
    component: lazyRouteComponent(() => import('./tests/suite-page.tsx'), 'SuitePage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/reviews',
    validateSearch: texts('status'),
    component: lazyRouteComponent(() => import('./reviews/reviews-page.tsx'), 'ReviewsPage'),
  }),
  createRoute({
    getParentRoute: () => root,
    path: '/audit',
    validateSearch: texts('actor', 'target', 'action', 'from', 'to'),
    component: lazyRouteComponent(() => import('./audit/list-page.tsx'), 'AuditPage'),
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
