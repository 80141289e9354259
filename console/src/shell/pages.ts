import type { Scope } from 'voice-agent-platform-client';
import type { IconName } from '../kit/icons.tsx';
import type { Words } from '../words/words.ts';

export interface Page {
  readonly path: string;
  readonly name: keyof Words['shell']['pages'];
  readonly icon: IconName;
  /** Keys without it do not see the page. */
  readonly scope: Scope;
}

interface Group {
  /** Absent for the pages above all groups. */
  readonly name?: keyof Words['shell']['groups'];
  readonly pages: readonly Page[];
}

/** The pages of the navigation, in their groups. The bar of a phone shows some of them. */
export const groups = [
  {
    pages: [
      { path: '/', name: 'home', icon: 'home', scope: 'conversations:read' },
      { path: '/conversations', name: 'conversations', icon: 'conversations', scope: 'conversations:read' },
      { path: '/live', name: 'live', icon: 'live', scope: 'conversations:read' },
      { path: '/inbox', name: 'inbox', icon: 'inbox', scope: 'chats:write' },
    ],
  },
  {
    name: 'build',
    pages: [
      { path: '/agents', name: 'agents', icon: 'agents', scope: 'agents:read' },
      { path: '/widgets', name: 'widgets', icon: 'widgets', scope: 'agents:read' },
      { path: '/tests', name: 'tests', icon: 'success', scope: 'tests:read' },
      { path: '/analyzers', name: 'analyzers', icon: 'tests', scope: 'analysis:read' },
      { path: '/reviews', name: 'reviews', icon: 'review', scope: 'analysis:read' },
      { path: '/integrations', name: 'integrations', icon: 'integrations', scope: 'integrations:read' },
      { path: '/tool-servers', name: 'toolServers', icon: 'tools', scope: 'integrations:read' },
      { path: '/webhooks', name: 'webhooks', icon: 'webhooks', scope: 'webhooks:read' },
    ],
  },
  {
    name: 'business',
    pages: [
      { path: '/organizations', name: 'organizations', icon: 'organizations', scope: 'clients:read' },
      { path: '/billing', name: 'billing', icon: 'billing', scope: 'billing:read' },
      { path: '/usage', name: 'usage', icon: 'usage', scope: 'usage:read' },
    ],
  },
  {
    name: 'manage',
    pages: [
      { path: '/members', name: 'members', icon: 'people', scope: 'members:read' },
      { path: '/keys', name: 'keys', icon: 'keys', scope: 'keys:read' },
      { path: '/audit', name: 'audit', icon: 'audit', scope: 'audit:read' },
      { path: '/exports', name: 'exports', icon: 'download', scope: 'exports:read' },
      { path: '/connections', name: 'connections', icon: 'user', scope: 'connections:read' },
    ],
  },
] as const satisfies readonly Group[];

export const pages = groups.flatMap((group): readonly (typeof group.pages)[number][] => group.pages);

/** The page of the navigation that a path belongs to, if it is one of these. */
export const pageAt = (path: string, isOne: (page: Page) => boolean): Page | undefined =>
  pages.find(
    (page) => page.path !== '/' && (path === page.path || path.startsWith(`${page.path}/`)) && isOne(page),
  );

/** The pages on the bar of a phone: as many as have room beside the menu of all pages. */
export const pagesOfPhone = pages
  .filter(({ name }) => ['home', 'conversations', 'agents', 'billing'].includes(name))
  .slice(0, 4);
