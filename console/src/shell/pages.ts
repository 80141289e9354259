import type { Scope } from 'voice-agent-platform-client';

/** The pages of the navigation, each shown to keys that have its scope. */
export const pages = [
  { path: '/conversations', label: 'Conversations', scope: 'conversations:read' },
  { path: '/live', label: 'Live', scope: 'conversations:read' },
  { path: '/agents', label: 'Agents', scope: 'agents:read' },
  { path: '/usage', label: 'Usage', scope: 'usage:read' },
  { path: '/billing', label: 'Billing', scope: 'billing:read' },
  { path: '/organizations', label: 'Organizations', scope: 'clients:read' },
  { path: '/integrations', label: 'Integrations', scope: 'integrations:read' },
  { path: '/webhooks', label: 'Webhooks', scope: 'webhooks:read' },
  { path: '/exports', label: 'Exports', scope: 'exports:read' },
  { path: '/keys', label: 'API keys', scope: 'keys:read' },
] as const satisfies readonly { readonly path: string; readonly label: string; readonly scope: Scope }[];
