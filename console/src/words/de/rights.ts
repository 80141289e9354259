import type { rights as english } from '../en/rights.ts';

export const rights: typeof english = {
  resources: {
    agents: 'Agenten',
    analysis: 'Analysen',
    audit: 'Protokoll',
    billing: 'Abrechnung',
    calls: 'Anrufe',
    chats: 'Chats',
    clients: 'Organisationen',
    connections: 'Anmeldung',
    conversations: 'Gespräche',
    exports: 'Exporte',
    gates: 'Hürden',
    integrations: 'Integrationen',
    keys: 'API-Schlüssel',
    members: 'Mitglieder',
    recordings: 'Aufnahmen',
    tests: 'Tests',
    usage: 'Nutzung',
    webhooks: 'Webhooks',
  },
  verbs: { read: 'lesen', write: 'ändern', erase: 'löschen' },
};
