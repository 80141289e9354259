import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Operation } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { changesSomething, errorsOf, methodOf, pathOf } from '#lib/contract/route.ts';
import type { ApiProblem } from '#lib/local/client.ts';
import { operator, organization, platform, providerAccount, suspend } from './fixtures.ts';
import { eventually } from './support/eventually.ts';
import { samplesOf } from './support/samples.ts';

/*
 * A suspended organization begins nothing new. What is there may be read, changed, ended and withdrawn. Every
 * route that changes something is one or the other: a new route is refused, with `client_suspended` among its
 * errors, or is listed here.
 */

const goesOn = new Set([
  'clients.replace',
  'clients.update',
  'clients.erase',
  'openingHours.replace',
  'analyzers.replace',
  'analyzers.update',
  'analyzers.remove',
  'analyzerVersions.restore',
  'analyses.create',
  'analyses.review',
  'analyses.removeReview',
  'analysisRuns.create',
  'analysisRuns.cancel',
  'scenarios.replace',
  'scenarios.update',
  'scenarios.remove',
  'testSuites.replace',
  'testSuites.update',
  'testSuites.remove',
  'testRuns.cancel',
  'testRuns.judge',
  'gates.replace',
  'gates.remove',
  'gates.setLive',
  'agents.update',
  'agents.replace',
  'agents.remove',
  'agentVersions.restore',
  'signingSecrets.rotate',
  'documents.replace',
  'documents.update',
  'documents.remove',
  'deployments.remove',
  // Its conversations are refused one by one.
  'conversations.batch',
  'conversations.update',
  'conversations.updateMatching',
  'conversations.erase',
  'transcripts.append',
  'notes.create',
  'chats.end',
  'chats.leave',
  // Nobody answers until the suspension ends.
  'handovers.remove',
  'recordings.create',
  'erasures.create',
  'apiKeys.rotate',
  'apiKeys.revoke',
  'webhooks.replace',
  'webhooks.update',
  'webhooks.remove',
  'webhooks.rotate',
  'webhooks.acknowledge',
  'integrations.replace',
  'integrations.update',
  'integrations.remove',
  'widgets.update',
  'widgets.remove',
  'toolServers.replace',
  'toolServers.update',
  'toolServers.remove',
  'toolServers.refresh',
  'agentMappings.replace',
  'agentMappings.remove',
  'numbers.connect',
  'numbers.disconnect',
  'integrationEvents.replay',
  'imports.cancel',
  // People may still be let in, and locked out.
  'connections.update',
  'connections.remove',
  'connections.verifyDomain',
  'connections.confirmJoining',
  'members.update',
  'members.remove',
  'members.settleAccess',
  'invitations.revoke',
  'sessions.remove',
  'sessions.removeAll',
  'preferences.replace',
  'plans.replace',
  'plans.update',
  'plans.remove',
  'subscriptions.replace',
  'subscriptions.update',
  'subscriptions.remove',
  'subscriptions.addPack',
  'statements.update',
  // A copy of what may be read.
  'exports.create',
  'exports.remove',
]);

const changing = operations.filter(({ route }) => changesSomething(route));
const isRefused = ({ route }: Operation): boolean => errorsOf(route).includes('client_suspended');

test('every route that changes something is refused for a suspended organization, or goes on', () => {
  const undecided = changing.filter((operation) => isRefused(operation) === goesOn.has(operation.id));
  expect(undecided.map(({ id }) => id)).toEqual([]);
  expect([...goesOn].filter((id) => !changing.some((operation) => operation.id === id))).toEqual([]);
});

/** Sends messages to another chat of the same agent. */
const otherChat = async ({ conversation_id = '' }: Readonly<Record<string, string>>) => {
  const { agent_id } = await operator.conversations.get({ params: { conversation_id } });
  const { id } = await operator.chats.create({ params: { agent_id }, body: {} });
  const send = () => operator.chats.send({ params: { conversation_id: id }, body: { text: 'Hello' } });
  return () =>
    send().then(
      () => 'answered',
      ({ status, code }: ApiProblem) => `${status} ${code}`,
    );
};

const attempt = async ({ id, route }: Operation): Promise<string> => {
  const org = await organization();
  const sample = await samplesOf(org, { operator, providerAccount })[id]?.();
  const { params = {}, body } = (sample ?? {}) as {
    readonly params?: Record<string, string>;
    readonly body?: object;
  };
  const waiting = id === 'chats.sendResults' ? await otherChat(params) : undefined;
  await suspend(org);
  // Its message before has made functions remember the organization.
  if (waiting) await eventually(async () => expect(await waiting()).toBe('409 client_suspended'));
  const path = pathOf(route).replace(/{(\w+)}/g, (_, name: string) => params[name] ?? '');
  const response = await fetch(`${platform.base_url}${path}`, {
    method: methodOf(route),
    headers: {
      authorization: `Bearer ${org.key}`,
      ...(!route.changesNothing && { 'idempotency-key': randomUUID() }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  // An answer that is streamed has begun before it is refused.
  const refused = route.streams ? /^event: error\ndata: (.*)$/m.exec(text)?.[1] : undefined;
  if (response.ok && !refused) return 'done';
  const { status, code } = JSON.parse(refused ?? text) as { readonly status: number; readonly code: string };
  return `${status} ${code}`;
};

/** They refuse keys before anything else: test/who-decides-sign-in.test.ts. */
const byPerson = ({ route }: Operation): boolean => route.person === true;

test.for(operations.filter((operation) => isRefused(operation) && !byPerson(operation)))(
  '$id is refused for a suspended organization',
  async (operation) => {
    expect(await attempt(operation)).toBe('409 client_suspended');
  },
);

test.for(changing.filter(({ id }) => goesOn.has(id)))(
  '$id goes on for a suspended organization',
  async (operation) => {
    expect(await attempt(operation)).not.toBe('409 client_suspended');
  },
);

test('the routes for people that are refused have a test of their own', () => {
  const refused = operations.filter((operation) => isRefused(operation) && byPerson(operation));
  expect(refused.map(({ id }) => id)).toEqual(['invitations.accept']);
});
