import type { Scope } from 'voice-agent-platform-client';

/** A page of the navigation, shown to keys that have its scope. */
export interface Page {
  readonly path: '/conversations';
  readonly label: string;
  readonly scope: Scope;
}

export const pages: readonly Page[] = [
  { path: '/conversations', label: 'Conversations', scope: 'conversations:read' },
];
