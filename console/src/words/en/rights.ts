import type { Scope } from 'voice-agent-platform-client';

type Of<S extends Scope> = S extends `${infer Resource}:${infer Verb}` ? [Resource, Verb] : never;

const resources: Readonly<Record<Of<Scope>[0], string>> = {
  agents: 'Agents',
  analysis: 'Analysis',
  audit: 'Audit log',
  billing: 'Billing',
  calls: 'Calls',
  chats: 'Chats',
  clients: 'Organizations',
  connections: 'Sign-in',
  conversations: 'Conversations',
  exports: 'Exports',
  gates: 'Gates',
  integrations: 'Integrations',
  keys: 'API keys',
  members: 'Members',
  recordings: 'Recordings',
  tests: 'Tests',
  usage: 'Usage',
  webhooks: 'Webhooks',
};

const verbs: Readonly<Record<Of<Scope>[1], string>> = { read: 'read', write: 'write', erase: 'erase' };

/** The resources that a scope names, and what it allows there. */
export const rights = { resources, verbs };
