import { setTimeout as wait } from 'node:timers/promises';
import type { OperationId } from '#lib/contract/index.ts';
import { operations } from '#lib/contract/index.ts';
import { methodOf } from '#lib/contract/route.ts';
import { hourMs } from '#lib/domain/durations.ts';
import type { Client } from '#lib/local/client.ts';
import { callNumber, newLineAccount } from '#lib/local/phone-line.ts';
import { monthFromNow, terms } from './billing.ts';
import { sampleFileServer } from './file-server.ts';
import { sampleMcpServer } from './mcp-server.ts';
import type { ProviderAccounts } from './provider-servers/account.ts';
import { postEvent } from './provider-webhooks.ts';
import type { Organization, Users } from './users.ts';

interface AnyInput {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, string>;
  readonly body?: Record<string, unknown>;
}

/**
 * A well-formed request for each route, on entities of its own, so that one can be made without spoiling
 * another.
 */
export type Samples = Readonly<Record<OperationId, () => Promise<AnyInput>>>;

/** The secret with which the sample integrations' webhooks are signed. */
const sampleSecret = 'a-secret-of-samples';

/** The sources of samples, beside their organization. */
export interface SampleSources extends Pick<Users, 'operator'> {
  readonly providerAccount: ProviderAccounts;
}

/** A sample request of each route, for the tests that hold for all of them. */
export const samplesOf = (org: Organization, { operator, providerAccount }: SampleSources): Samples => {
  const newAgent = () => operator.agents.create({ body: { name: 'Sample', client_id: org.client.id } });
  const conversation = async () => {
    const { id: agent_id } = await newAgent();
    const { id } = await org.api.conversations.create({ body: { agent_id } });
    return { params: { conversation_id: id } };
  };
  const chat = async () => {
    const { id: agent_id } = await newAgent();
    const { id } = await operator.chats.create({ params: { agent_id }, body: {} });
    return { params: { conversation_id: id } };
  };
  const chatWithMessages = async () => {
    const { params } = await chat();
    await operator.chats.send({ params, body: { text: 'Hello' } });
    return { params };
  };
  /** A chat whose agent waits for the result of a tool. */
  const chatThatWaits = async () => {
    const { id: agent_id } = await operator.agents.create({
      body: {
        name: 'Sample',
        client_id: org.client.id,
        tools: [{ name: 'lookup', action: { type: 'page' } }],
      },
    });
    const { id } = await operator.chats.create({ params: { agent_id }, body: {} });
    const params = { conversation_id: id };
    await operator.chats.send({ params, body: { text: 'Please lookup' } });
    return { params };
  };
  const agent = async () => ({ params: { agent_id: (await newAgent()).id } });
  const newToolServer = async () => ({
    client_id: org.client.id,
    name: 'Sample',
    url: (await sampleMcpServer()).url,
  });
  const widget = async () => {
    const body = { name: 'Sample', agent_id: (await newAgent()).id };
    const { id } = await operator.widgets.create({ body });
    return { params: { widget_id: id } };
  };
  const toolServer = async () => {
    const { id } = await operator.toolServers.create({ body: await newToolServer() });
    return { params: { tool_server_id: id } };
  };
  const agentVersion = async () => ({ params: { ...(await agent()).params, agent_version: '1' } });
  const document = async () => {
    const { params } = await agent();
    const body = { name: 'Sample', text: 'Known' };
    const { id } = await operator.documents.create({ params, body });
    return { params: { ...params, document_id: id } };
  };
  const client = { params: { client_id: org.client.id } };
  const plan = async () => {
    const { id } = await org.api.plans.create({ body: terms });
    return { params: { plan_id: id } };
  };
  const billedSince = async (months: number) => {
    const { id: client_id } = await operator.clients.create({
      body: { name: 'Sample', type: 'subcompany', parent_id: org.client.id },
    });
    const params = { client_id };
    const body = { plan_id: (await plan()).params.plan_id, start_date: monthFromNow(months) };
    await operator.subscriptions.replace({ params, body });
    return { params };
  };
  const billed = () => billedSince(0);
  const statementOf = async ({ params }: { readonly params: { readonly client_id: string } }) => {
    const { data } = await operator.statements.list({ params });
    return { params: { ...params, statement_id: data.at(-1)?.id ?? '' } };
  };
  const finalStatement = async () => {
    const { params } = await billedSince(-2);
    const { finalizeStatements } = await import('#lib/billing/statements.ts');
    await finalizeStatements(params.client_id, () => true);
    return statementOf({ params });
  };
  const exported = async () => {
    // Of an organization of its own: each has so many under way and no more.
    const { id: client_id } = await operator.clients.create({
      body: { name: 'Sample', type: 'subcompany', parent_id: org.client.id },
    });
    const { id } = await org.api.exports.create({ body: { client_id, resources: ['clients'] } });
    return { params: { export_id: id } };
  };
  const apiKey = async () => {
    const { key: _secret, ...key } = await operator.apiKeys.create({
      body: { name: 'Sample', client_id: org.client.id, scopes: ['keys:read'] },
    });
    return { params: { api_key_id: key.id } };
  };
  const auditRecord = async () => {
    const { params } = await apiKey();
    const { data } = await operator.auditRecords.list({ query: { target: params.api_key_id } });
    return { params: { audit_record_id: data[0]?.id ?? '' } };
  };
  /** In an hour of the past that no other sample has. */
  const sealedRecord = async () => {
    const { recordItems } = await import('#lib/audit/audit-records.ts');
    const { sealOne } = await import('#lib/audit/seal-hours.ts');
    const { batchWrite } = await import('#lib/store/operations/batch-write.ts');
    const { hourId } = await import('#lib/domain/audit/record.ts');
    const { digestName, hourOf } = await import('#lib/domain/audit/seal.ts');
    const { readSealed } = await import('#lib/audit/sealed/read-sealed.ts');
    const { id: target } = await newAgent();
    const anyHour = () =>
      hourOf(new Date(Date.now() - Math.ceil(Math.random() * 9000 + 24) * hourMs).toISOString());
    let time = anyHour();
    while (await readSealed(digestName(time))) time = anyHour();
    const id = hourId(Date.parse(time), target, 'agent.updated', target);
    const entities = {
      actor: { type: 'api_key' as const, via: 'api' as const, id: 'key_sample' },
      target: { type: 'agent', id: target },
    };
    const none = { request_id: null, ip: null, user_agent: null };
    const { findLineage } = await import('#lib/organizations/clients.ts');
    const path = (await findLineage({ client_id: null }, org.client.id))?.client.path ?? [];
    const record = {
      id,
      version: 1,
      time,
      action: 'agent.updated',
      ...entities,
      changed: [],
      count: 1,
      ...none,
    };
    await batchWrite({ puts: recordItems({ ...record, client_id: org.client.id, path }) });
    await sealOne(time, null);
    return { params: { audit_record_id: id } };
  };
  /**
   * Its messages are fetched: nothing is posted by tests that look at something else. Each is in an
   * organization of its own, which may have ten.
   */
  const newWebhook = async () => {
    const body = { name: 'Sample', type: 'subcompany' as const, parent_id: org.client.id };
    const { id: client_id } = await operator.clients.create({ body });
    return { client_id, events: ['export.completed' as const] };
  };
  const webhook = async () => {
    const { id } = await operator.webhooks.create({ body: await newWebhook() });
    return { params: { webhook_id: id } };
  };
  const url = 'https://crm.example/hooks';
  const posting = async () => {
    const { id } = await operator.webhooks.create({ body: { ...(await newWebhook()), url } });
    return { params: { webhook_id: id } };
  };
  const message = async () => {
    const { params } = await webhook();
    const { id } = await operator.webhooks.test({ params });
    return { params: { ...params, message_id: id } };
  };
  const since = '2026-01-01T00:00:00Z';
  const mapping = async () => ({ provider_agent_id: 'sample', agent_id: (await newAgent()).id });
  const newIntegration = () =>
    operator.integrations.create({
      body: { client_id: org.client.id, provider: 'vapi', name: 'Sample', webhook_secret: sampleSecret },
    });
  const integration = async () => ({ params: { integration_id: (await newIntegration()).id } });
  const mapped = async () => {
    // The provider's id in the examples, which are sent as they are.
    const provider_agent_id = 'agent_3701k3ttaq12ewp8b7qv5rfyszkz';
    const agents = [{ ...(await mapping()), provider_agent_id }];
    const body = { client_id: org.client.id, provider: 'vapi', name: 'Sample', agents } as const;
    const { id } = await operator.integrations.create({ body });
    return { params: { integration_id: id, provider_agent_id } };
  };
  const signedAccount = async () => {
    const { account_id, auth_token } = newLineAccount();
    const body = {
      client_id: org.client.id,
      provider: 'twilio',
      name: 'Sample',
      account_id,
      api_key: auth_token,
    } as const;
    const { id } = await operator.integrations.create({ body });
    return { params: { integration_id: id }, auth_token };
  };
  const phone = async () => ({ params: (await signedAccount()).params });
  /** The number of the examples, of an account at Twilio. */
  const accountNumber = async () => {
    const number = '+441632960999';
    const { params, auth_token } = await signedAccount();
    const numbers = { PN1: { sid: 'PN1', phone_number: number } };
    await providerAccount(auth_token).plan({ collections: { numbers } });
    return { params: { ...params, number } };
  };
  const connectedNumber = async () => {
    const { params } = await accountNumber();
    await operator.numbers.connect({ params, body: { agent_id: (await newAgent()).id } });
    return { params };
  };
  /** A call that goes on. Its line stays open until the platform closes it. */
  const liveCall = async () => {
    const { account_id, auth_token } = newLineAccount();
    const { id: agent_id } = await newAgent();
    const numbers = { from: '+441632960123', to: '+441632960999' };
    const { webhook_url: voice_url } = await operator.integrations.create({
      body: {
        client_id: org.client.id,
        provider: 'twilio',
        name: 'Sample',
        account_id,
        api_key: auth_token,
        agents: [{ provider_agent_id: numbers.to, agent_id }],
      },
    });
    const line = await callNumber({ voice_url, account_id, auth_token, ...numbers });
    await line.hear();
    const { data } = await operator.conversations.list({ query: { agent_id } });
    return { params: { conversation_id: data[0]?.id ?? '' } };
  };
  /** With an API key, which opens an empty account. */
  const keyed = async () => {
    const name = 'Sample';
    const api_key = `key-of-${org.client.id}`;
    const body = { client_id: org.client.id, provider: 'vapi', name, api_key } as const;
    return { params: { integration_id: (await operator.integrations.create({ body })).id } };
  };
  /** An agent that names one of an account. */
  const named = async () => {
    const body = {
      client_id: org.client.id,
      name: 'Sample',
      provider: { name: 'vapi' as const, agent_id: 'sample' },
    };
    const { id } = await operator.agents.create({ body });
    return { params: { agent_id: id }, body: (await keyed()).params };
  };
  const keyedRetell = async () => {
    const api_key = `key-of-${org.client.id}`;
    const body = { client_id: org.client.id, provider: 'retell', name: 'Sample', api_key } as const;
    return { params: { integration_id: (await operator.integrations.create({ body })).id } };
  };
  const providerImport = async () => {
    const { params } = await keyed();
    const { id } = await operator.imports.create({ params, body: { resource: 'agents' } });
    return { params: { ...params, import_id: id } };
  };
  const deployment = async () => {
    const { params } = await agent();
    const body = { integration_id: (await keyed()).params.integration_id };
    const { id } = await operator.deployments.create({ params, body });
    return { params: { ...params, deployment_id: id } };
  };
  const integrationEvent = async () => {
    const received = await newIntegration();
    await postEvent(received, sampleSecret, { message: { type: 'sample' } });
    const params = { integration_id: received.id };
    const { data } = await operator.integrationEvents.list({ params });
    return { params: { ...params, event_id: data[0]?.id ?? '' } };
  };
  /** In an organization of its own, in which nobody has called. */
  const newErasure = async () => {
    const { id: client_id } = await operator.clients.create({
      body: { name: 'Sample', type: 'subcompany', parent_id: org.client.id },
    });
    return { client_id, caller: '+14155550123' };
  };
  const erasure = async () => {
    const { id } = await operator.erasures.create({ body: await newErasure() });
    return { params: { erasure_id: id } };
  };
  const newAnalyzer = {
    name: 'Sample',
    criteria: [{ name: 'greeting', kind: 'contains' as const, texts: ['hello'] }],
  };
  const analyzer = async () => {
    // Of an organization of its own: each may have ten.
    const { id: client_id } = await operator.clients.create({
      body: {
        name: 'Sample',
        type: 'subcompany',
        parent_id: org.client.id,
        settings: { analysis: { enabled: true } },
      },
    });
    const { id } = await operator.analyzers.create({ body: { ...newAnalyzer, client_id } });
    return { client_id, params: { analyzer_id: id } };
  };
  const analyzerVersion = async () => ({
    params: { ...(await analyzer()).params, analyzer_version: '1' },
  });
  const ended = async (client_id: string) => {
    const { id: agent_id } = await operator.agents.create({ body: { name: 'Sample', client_id } });
    return operator.conversations.create({
      body: {
        agent_id,
        status: 'completed',
        duration_ms: 20_000,
        turns: [
          { role: 'agent', text: 'Hello, how can I help you?' },
          { role: 'user', text: 'I have a question.' },
        ],
      },
    });
  };
  const analyzed = async () => {
    const { client_id, params } = await analyzer();
    const { id } = await ended(client_id);
    const { analyzeConversation } = await import('#lib/analysis/analyze.ts');
    const { judge } = await import('#lib/model/judge.ts');
    const { tasksDue } = await import('#lib/store/tasks/tasks.ts');
    await analyzeConversation(id, {}, judge, () => 10_000);
    // The platform analyzes it as well, and stores what it began before this ended: with another ETag.
    const isUnderWay = async (): Promise<boolean> => {
      const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
      for await (const tasks of tasksDue(inAnHour))
        if (tasks.some((task) => task.kind === 'analyze_conversation' && task.id === id)) return true;
      return false;
    };
    while (await isUnderWay()) await wait(50);
    return { params: { conversation_id: id, ...params } };
  };
  const analysisRun = async () => {
    const { id } = await operator.analysisRuns.create({ body: (await analyzer()).params });
    return { params: { analysis_run_id: id } };
  };
  const newScenario = {
    name: 'Sample',
    caller: { kind: 'script' as const, lines: ['Hello'] },
    checks: [{ type: 'says' as const, contains: ['Rehearsal'] }],
  };
  const scenario = async () => {
    const { id } = await operator.scenarios.create({ body: { ...newScenario, client_id: org.client.id } });
    return { scenario_id: id };
  };
  const newSuite = async () => ({ name: 'Sample', scenario_ids: [(await scenario()).scenario_id] });
  const suite = async () => {
    const body = { ...(await newSuite()), client_id: org.client.id };
    return { test_suite_id: (await operator.testSuites.create({ body })).id };
  };
  const testedAgent = async () => {
    const { id } = await operator.agents.create({ body: { name: 'Sample', client_id: org.client.id } });
    return { agent_id: id };
  };
  const newRun = async () => ({ suite_id: (await suite()).test_suite_id });
  const testRun = async () => {
    const run = { params: await testedAgent(), body: await newRun() };
    return { params: { test_run_id: (await operator.testRuns.create(run)).id } };
  };
  const gate = async () => {
    const params = await testedAgent();
    // Each organization has its own gate.
    await org.api.gates.replace({ params, body: await newRun() });
    return { params };
  };
  const reviewedAnalysis = async () => {
    const { params } = await analyzed();
    await org.api.analyses.review({ params, body: {} });
    return { params };
  };
  /** Nobody can sign in through it: its issuer is a server that does not exist. */
  const newConnection = () =>
    operator.connections.create({
      body: {
        client_id: org.client.id,
        name: 'Sample',
        issuer: 'https://login.example',
        oidc_client_id: 'sample',
        domains: [{ name: 'harbordental.example' }],
      },
    });
  const connection = async () => ({ params: { connection_id: (await newConnection()).id } });
  const newInvitation = async () => ({
    client_id: org.client.id,
    connection_id: (await newConnection()).id,
    email: 'sample@example.com',
    role: 'listener' as const,
  });
  const invitation = async () => {
    const { id } = await operator.invitations.create({ body: await newInvitation() });
    return { params: { invitation_id: id } };
  };
  const member = async () => {
    const { insertMember } = await import('#lib/people/members.ts');
    const { insertPerson, newPerson } = await import('#lib/people/people.ts');
    const { findLineage } = await import('#lib/organizations/clients.ts');
    const { commit } = await import('#lib/store/operations/commit.ts');
    const identity = {
      connection_id: (await newConnection()).id,
      issuer: 'https://login.example',
      subject: 'x',
    };
    const person = newPerson(identity, { email: 'sample@example.com', name: 'Sample' });
    const lineage = (await findLineage({ client_id: null }, org.client.id)) ?? null;
    const grant = { role: 'listener', chosen: null, expires_at: null } as const;
    const made = insertMember(lineage, person, { ...grant, source: 'invitation', created_by: null });
    await commit([...insertPerson(person), ...made.operations]);
    return { params: { member_id: made.member.id } };
  };
  return {
    'analyzers.list': async () => ({}),
    'analyzers.create': async () => ({
      body: { ...newAnalyzer, client_id: (await analyzer()).client_id },
    }),
    'analyzers.get': async () => ({ params: (await analyzer()).params }),
    'analyzers.replace': async () => ({
      params: (await analyzer()).params,
      body: { ...newAnalyzer, name: 'Replaced' },
    }),
    'analyzers.update': async () => ({ params: (await analyzer()).params, body: { name: 'Changed' } }),
    'analyzers.remove': async () => ({ params: (await analyzer()).params }),
    'analyzerVersions.list': async () => ({ params: (await analyzer()).params }),
    'analyzerVersions.get': analyzerVersion,
    'analyzerVersions.restore': analyzerVersion,
    'analyses.list': async () => ({
      params: { conversation_id: (await analyzed()).params.conversation_id },
    }),
    'analyses.create': async () => ({
      params: { conversation_id: (await analyzed()).params.conversation_id },
      body: {},
    }),
    'analyses.get': analyzed,
    'analyses.review': async () => ({ ...(await analyzed()), body: {} }),
    'analyses.removeReview': reviewedAnalysis,
    'analyses.preview': async () => {
      const { client_id, params } = await analyzer();
      return { params, body: { conversation_id: (await ended(client_id)).id } };
    },
    'reviews.list': async () => ({}),
    'scenarios.list': async () => ({}),
    'scenarios.create': async () => ({ body: { ...newScenario, client_id: org.client.id } }),
    'scenarios.get': async () => ({ params: await scenario() }),
    'scenarios.replace': async () => ({ params: await scenario(), body: { ...newScenario, name: 'Other' } }),
    'scenarios.update': async () => ({ params: await scenario(), body: { name: 'Other' } }),
    'scenarios.remove': async () => ({ params: await scenario() }),
    'scenarios.draft': async () => ({
      params: { conversation_id: (await ended(org.client.id)).id },
      body: { turn: 1 },
    }),
    'testSuites.list': async () => ({}),
    'testSuites.create': async () => ({ body: { ...(await newSuite()), client_id: org.client.id } }),
    'testSuites.get': async () => ({ params: await suite() }),
    'testSuites.replace': async () => ({ params: await suite(), body: await newSuite() }),
    'testSuites.update': async () => ({ params: await suite(), body: { name: 'Other' } }),
    'testSuites.remove': async () => ({ params: await suite() }),
    'testRuns.create': async () => ({ params: await testedAgent(), body: await newRun() }),
    'testRuns.list': async () => ({}),
    'testRuns.get': testRun,
    'testRuns.items': testRun,
    'testRuns.cancel': testRun,
    'testRuns.judge': async () => ({ ...(await testRun()), body: {} }),
    'gates.get': async () => ({ params: await testedAgent() }),
    'gates.replace': async () => ({ params: await testedAgent(), body: await newRun() }),
    'gates.remove': gate,
    'gates.setLive': async () => ({ params: await testedAgent(), body: { version: 1 } }),
    'analysisReports.get': async () => ({ params: (await analyzer()).params }),
    'analysisRuns.list': async () => ({}),
    'analysisRuns.create': async () => ({ body: (await analyzer()).params }),
    'analysisRuns.get': analysisRun,
    'analysisRuns.cancel': analysisRun,
    'clients.list': async () => ({}),
    'clients.create': async () => ({
      body: { name: 'Sample', type: 'subcompany', parent_id: org.client.id },
    }),
    'clients.get': async () => client,
    'clients.replace': async () => {
      const { id } = await operator.clients.create({
        body: { name: 'Sample', type: 'subcompany', parent_id: org.client.id },
      });
      return { params: { client_id: id }, body: { name: 'Replaced' } };
    },
    'openingHours.get': async () => client,
    'openingHours.replace': async () => {
      const { id } = await operator.clients.create({
        body: { name: 'Sample', type: 'subcompany', parent_id: org.client.id },
      });
      const weekly = [{ weekday: 'monday', opens: '08:00', closes: '18:00' }];
      return { params: { client_id: id }, body: { weekly } };
    },
    'clients.update': async () => {
      const { id } = await operator.clients.create({
        body: { name: 'Sample', type: 'subcompany', parent_id: org.client.id },
      });
      return { params: { client_id: id }, body: { name: 'Changed' } };
    },
    'clients.erase': async () => {
      const { id } = await operator.clients.create({
        body: { name: 'Sample', type: 'subcompany', parent_id: org.client.id },
      });
      return { params: { client_id: id } };
    },
    'subcompanies.list': async () => client,
    'subcompanies.create': async () => ({ ...client, body: { name: 'Sample' } }),
    'agents.list': async () => ({}),
    'agents.create': async () => ({ body: { name: 'Sample', client_id: org.client.id } }),
    'agents.get': agent,
    'agents.replace': async () => ({ ...(await agent()), body: { name: 'Replaced' } }),
    'agents.update': async () => ({ ...(await agent()), body: { name: 'Changed' } }),
    'agents.remove': agent,
    'agentVersions.list': agent,
    'agentVersions.get': agentVersion,
    'agentVersions.restore': agentVersion,
    'signingSecrets.rotate': async () => ({ ...(await agent()), body: {} }),
    'documents.list': agent,
    'documents.fetchFile': async () => ({
      ...(await agent()),
      body: { url: (await sampleFileServer()).url },
    }),
    'documents.create': async () => ({ ...(await agent()), body: { name: 'Sample', text: 'Known' } }),
    'documents.get': document,
    'documents.replace': async () => ({ ...(await document()), body: { name: 'Replaced', text: 'Known' } }),
    'documents.update': async () => ({ ...(await document()), body: { name: 'Changed' } }),
    'documents.remove': document,
    'agents.test': async () => ({
      ...(await agent()),
      body: { messages: [{ role: 'user', content: 'Hello' }] },
    }),
    'conversations.list': async () => ({}),
    'conversations.summary': async () => ({ query: { interval: 'total' } }),
    'conversations.active': async () => ({}),
    'conversations.updateMatching': async () => ({ body: { add_tags: ['seen'] } }),
    'conversations.batch': async () => ({ body: { conversations: [{ agent_id: (await newAgent()).id }] } }),
    'conversations.create': async () => ({ body: { agent_id: (await newAgent()).id } }),
    'conversations.get': conversation,
    'conversations.erase': conversation,
    'conversations.update': async () => ({ ...(await conversation()), body: { outcome: 'success' } }),
    'notes.list': conversation,
    'notes.create': async () => ({ ...(await conversation()), body: { text: 'Sample' } }),
    'transcripts.get': conversation,
    'transcripts.append': async () => ({
      ...(await conversation()),
      body: { turns: [{ role: 'user', text: 'Hello' }] },
    }),
    'recordings.get': conversation,
    'recordings.create': async () => ({
      ...(await conversation()),
      body: { content_type: 'audio/mpeg', size_bytes: 1 },
    }),
    'usage.get': async () => client,
    'usage.own': async () => ({}),
    'plans.list': async () => ({}),
    'plans.create': async () => ({ body: { ...terms, client_id: org.client.id } }),
    'plans.get': plan,
    'plans.replace': async () => ({ ...(await plan()), body: { ...terms, name: 'Replaced' } }),
    'plans.update': async () => ({ ...(await plan()), body: { name: 'Changed' } }),
    'plans.remove': plan,
    'subscriptions.get': billed,
    'subscriptions.replace': async () => {
      const { params } = await billed();
      return { params, body: { plan_id: (await plan()).params.plan_id, start_date: monthFromNow(0) } };
    },
    'subscriptions.update': async () => ({
      ...(await billed()),
      body: { plan_id: (await plan()).params.plan_id },
    }),
    'subscriptions.remove': billed,
    'subscriptions.addPack': async () => ({ ...(await billed()), body: { minutes: 10, price: '1' } }),
    'statements.listAll': async () => ({}),
    'statements.list': billed,
    'statements.get': finalStatement,
    'statements.update': async () => ({ ...(await finalStatement()), body: { status: 'paid' } }),
    'exports.list': async () => ({}),
    'exports.create': async () => {
      const { id: client_id } = await operator.clients.create({
        body: { name: 'Sample', type: 'subcompany', parent_id: org.client.id },
      });
      return { body: { client_id, resources: ['clients'] } };
    },
    'exports.get': exported,
    'exports.remove': exported,
    'apiKeys.list': async () => ({}),
    'apiKeys.create': async () => ({ body: { name: 'Sample', scopes: ['keys:read'] } }),
    'apiKeys.get': apiKey,
    'apiKeys.rotate': async () => ({ ...(await apiKey()), body: {} }),
    'apiKeys.revoke': apiKey,
    'webhooks.list': async () => ({}),
    'webhooks.create': async () => ({ body: await newWebhook() }),
    'webhooks.get': webhook,
    'webhooks.replace': async () => ({
      ...(await posting()),
      body: { url, events: ['export.completed'], description: 'Replaced' },
    }),
    'webhooks.update': async () => ({ ...(await webhook()), body: { description: 'Changed' } }),
    'webhooks.remove': webhook,
    'webhooks.rotate': async () => ({ ...(await webhook()), body: {} }),
    'webhooks.test': async () => {
      const body = { ...(await newWebhook()), events: ['conversation.ended' as const] };
      const { id } = await operator.webhooks.create({ body });
      return { params: { webhook_id: id }, body: { event: 'conversation.ended' } };
    },
    'webhooks.acknowledge': async () => {
      const { params } = await message();
      return { params: { webhook_id: params.webhook_id }, body: { message_ids: [params.message_id] } };
    },
    'webhooks.recover': async () => ({ ...(await webhook()), body: { since } }),
    'webhooks.replay': async () => ({ ...(await webhook()), body: { since } }),
    'webhookMessages.list': webhook,
    'webhookMessages.get': message,
    'webhookMessages.resend': message,
    'connections.list': async () => ({}),
    'connections.create': async () => ({
      body: {
        name: 'Sample',
        issuer: 'https://login.example',
        oidc_client_id: 'x',
        client_id: org.client.id,
      },
    }),
    'connections.get': connection,
    'connections.update': async () => ({ ...(await connection()), body: { name: 'Changed' } }),
    'connections.remove': connection,
    'connections.confirmJoining': async () => {
      const { insertConnection, newConnectionId } = await import('#lib/people/connections.ts');
      const { ConnectionInput } = await import('#lib/contract/connections.ts');
      const { findLineage } = await import('#lib/organizations/clients.ts');
      const { commit } = await import('#lib/store/operations/commit.ts');
      const fields = {
        name: 'Sample',
        issuer: 'https://login.example',
        oidc_client_id: 'sample',
        join: 'domain',
      };
      const { client } = (await findLineage({ client_id: null }, org.client.id)) ?? { client: null };
      const id = newConnectionId();
      const noSecret = { client_secret: null, client_secret_hint: null };
      await commit(
        insertConnection(id, client, ConnectionInput.parse(fields), noSecret, '', true).operations,
      );
      return { params: { connection_id: id } };
    },
    'connections.verifyDomain': async () => {
      const { params } = await connection();
      const { verifyDomain, connections } = await import('#lib/people/connections.ts');
      const { commit } = await import('#lib/store/operations/commit.ts');
      const name = `${params.connection_id.slice(4)}.example`;
      await operator.connections.update({ params, body: { domains: [{ name }] } });
      const stored = await connections.read(params.connection_id);
      if (stored) await commit(verifyDomain(stored, name, '').operations);
      return { params, body: { domain: name } };
    },
    'connections.test': connection,
    'connections.logout': connection,
    'members.list': async () => ({}),
    'members.get': member,
    'members.update': async () => ({ ...(await member()), body: { role: 'analyst' } }),
    'members.remove': member,
    'members.listAccess': member,
    'members.settleAccess': async () => {
      const { noteItem } = await import('#lib/people/access.ts');
      const { batchWrite } = await import('#lib/store/operations/batch-write.ts');
      const [{ params }, made] = [await member(), await webhook()];
      const { webhook_id } = made.params;
      const noted = { kind: 'webhook', id: webhook_id } as const;
      await batchWrite({ puts: [noteItem(params.member_id, 'made', noted)] });
      return { params, body: { keep: [{ type: 'webhook', id: webhook_id }] } };
    },
    'invitations.list': async () => ({}),
    'invitations.create': async () => ({ body: await newInvitation() }),
    'invitations.get': invitation,
    'invitations.revoke': invitation,
    'invitations.accept': async () => ({
      ...(await invitation()),
      body: { token: `vai_${'EXAMPLE'.repeat(7)}` },
    }),
    'signIn.get': async () => ({}),
    'signIn.begin': async () => ({ body: { connection_id: (await connection()).params.connection_id } }),
    'signIn.callback': connection,
    'sessions.list': async () => ({}),
    'sessions.removeAll': async () => ({}),
    'sessions.remove': async () => ({}),
    'preferences.get': async () => ({}),
    'preferences.replace': async () => ({ body: { language: 'en' } }),
    'integrations.list': async () => ({}),
    'integrations.create': async () => ({
      body: { provider: 'vapi', name: 'Sample', client_id: org.client.id, agents: [await mapping()] },
    }),
    'integrations.get': integration,
    'integrations.replace': async () => ({
      ...(await integration()),
      body: { name: 'Replaced', agents: [await mapping()] },
    }),
    'integrations.update': async () => ({ ...(await integration()), body: { name: 'Changed' } }),
    'integrations.remove': integration,
    'toolServers.list': async () => ({}),
    'toolServers.create': async () => ({ body: await newToolServer() }),
    'toolServers.get': toolServer,
    'toolServers.replace': async () => ({ ...(await toolServer()), body: { name: 'Replaced' } }),
    'toolServers.update': async () => ({ ...(await toolServer()), body: { name: 'Changed' } }),
    'toolServers.remove': toolServer,
    'toolServers.refresh': async () => ({ ...(await toolServer()), body: {} }),
    'agentMappings.list': integration,
    'agentMappings.replace': async () => ({
      params: { ...(await integration()).params, provider_agent_id: 'sample' },
      body: { agent_id: (await newAgent()).id },
    }),
    'agentMappings.remove': mapped,
    'numbers.list': phone,
    'numbers.connect': async () => ({
      ...(await accountNumber()),
      body: { agent_id: (await newAgent()).id },
    }),
    'numbers.disconnect': connectedNumber,
    'phoneCalls.answer': phone,
    'phoneCalls.end': phone,
    'phoneCalls.report': phone,
    'phoneCalls.record': phone,
    'integrationEvents.receive': integration,
    'integrationEvents.list': integration,
    'integrationEvents.get': integrationEvent,
    'integrationEvents.replay': integrationEvent,
    'deployments.list': agent,
    'deployments.create': async () => ({
      ...(await agent()),
      body: { integration_id: (await keyed()).params.integration_id },
    }),
    'deployments.get': deployment,
    'deployments.remove': deployment,
    'speech.create': async () => ({ ...(await agent()), body: { text: 'Hello' } }),
    'calls.create': async () => {
      const { params, body } = await named();
      return { params, body: { ...body, to: '+14155550100' } };
    },
    'webCalls.create': named,
    'calls.control': async () => ({
      ...(await liveCall()),
      body: { action: 'say', text: 'One moment.', author: 'Dana' },
    }),
    'chats.create': async () => ({ ...(await agent()), body: {} }),
    'completions.create': async () => ({
      ...(await agent()),
      body: { messages: [{ role: 'user', content: 'Hello' }] },
    }),
    'chats.send': async () => ({ ...(await chat()), body: { text: 'Hello' } }),
    'chats.sendResults': async () => ({
      ...(await chatThatWaits()),
      body: { results: [{ id: 'call_1', result: 1 }] },
    }),
    'chats.ears': async () => chat(),
    'liveTickets.create': async () => ({ body: { client_id: org.client.id } }),
    'chats.stream': async () => ({ ...(await chat()), body: { text: 'Hello' } }),
    'chats.messages': chatWithMessages,
    'chats.end': chat,
    'chats.follow': chatWithMessages,
    'chats.leave': chat,
    'handovers.ask': async () => ({ ...(await chat()), body: { reason: 'Sample' } }),
    'widgets.list': async () => ({}),
    'widgets.create': async () => ({ body: { name: 'Sample', agent_id: (await newAgent()).id } }),
    'widgets.get': widget,
    'widgets.update': async () => ({ ...(await widget()), body: { name: 'Changed' } }),
    'widgets.remove': widget,
    'widgetSessions.page': widget,
    'widgetSessions.create': async () => ({ body: (await widget()).params }),
    'handovers.create': async () => ({ ...(await chat()), body: { reason: 'Sample' } }),
    'handovers.remove': chat,
    'handovers.reply': async () => ({ ...(await chat()), body: { text: 'Hello', author: 'Sample' } }),
    'voices.list': keyedRetell,
    'models.list': async () => ({}),
    'imports.list': integration,
    'imports.create': async () => ({ ...(await keyed()), body: { resource: 'conversations' } }),
    'imports.get': providerImport,
    'imports.cancel': providerImport,
    'erasures.list': async () => ({}),
    'erasures.create': async () => ({ body: await newErasure() }),
    'erasures.preview': async () => ({ body: await newErasure() }),
    'erasures.get': erasure,
    'auditRecords.list': async () => ({}),
    'auditRecords.get': auditRecord,
    'auditRecords.prove': sealedRecord,
    'me.get': async () => ({}),
    'service.health': async () => ({}),
    'service.openapi': async () => ({}),
    'reference.get': async () => ({}),
    'reference.script': async () => ({}),
    'packages.get': async () => ({ params: { file: 'voice-agent-platform-client.tgz' } }),
    'mcp.call': async () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' } }),
  };
};

/** The samples, each created once: for requests that are refused, and so leave it as it is for the next. */
export const createdOnce = (samples: Samples): Samples => {
  const created = new Map<string, Promise<AnyInput>>();
  const once = (id: string, create: () => Promise<AnyInput>) => {
    const sample = created.get(id) ?? create();
    created.set(id, sample);
    return sample;
  };
  return Object.fromEntries(
    Object.entries(samples).map(([id, create]) => [id, () => once(id, create)]),
  ) as unknown as Samples;
};

const reading: readonly string[] = operations
  .filter(({ route }) => methodOf(route) === 'GET')
  .map(({ id }) => id);

/** The samples, with those of routes that only read each created once: what they read stays as it is. */
export const readOnce = (samples: Samples): Samples => {
  const once = Object.entries(createdOnce(samples)).filter(([id]) => reading.includes(id));
  return { ...samples, ...Object.fromEntries(once) };
};

/** Whether a path parameter's value is an id; a version's number could be anybody's. */
export const isId = (value: string): boolean => value.includes('_');

/** The same path parameters with ids that were never given out. */
export const neverGivenOut = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, isId(value) ? `${value.slice(0, -5)}zzzzz` : value]),
  );

/** Calls an operation by its id. */
export const call = (api: Client, id: OperationId, input: object): Promise<unknown> => {
  const [resource, name] = id.split('.') as [string, string];
  const resources = api as unknown as Record<string, Record<string, (input: object) => Promise<unknown>>>;
  const operation = resources[resource]?.[name];
  if (!operation) throw new Error(`There is no operation ${id}`);
  return operation(input);
};
