import { createHash } from 'node:crypto';
import type { NotCarried } from '#lib/contract/deployments.ts';
import type { Deployer, DeploymentOrder, Ledger } from '#lib/domain/integrations/deployer.ts';
import { agentStep, once } from '#lib/domain/integrations/deployer.ts';
import { languageOf, promptOf } from '../carried.ts';
import { ProviderError } from '../errors.ts';
import type { ProviderRequest } from '../http.ts';
import { ask } from '../http.ts';
import { orNull } from '../not-found.ts';
import type { Json } from '../reading.ts';
import { idOf, listOf, nextOf, numberOf, objectOf } from '../reading.ts';
import { retell } from './service.ts';

/*
 * An agent at Retell has two parts: the agent, with voice, language and webhook, and its response engine,
 * with prompt, model and knowledge. A prompt and a flow use different kinds of engine.
 */

const languages =
  'en-US en-IN en-GB en-AU en-NZ de-DE es-ES es-419 hi-IN fr-FR fr-CA ja-JP pt-PT pt-BR zh-CN ru-RU it-IT ko-KR nl-NL nl-BE pl-PL tr-TR vi-VN ro-RO bg-BG ca-ES th-TH da-DK fi-FI el-GR hu-HU id-ID no-NO sk-SK sv-SE lt-LT lv-LV cs-CZ ms-MY af-ZA ar-SA az-AZ bs-BA cy-GB fa-IR fil-PH gl-ES he-IL hr-HR hy-AM is-IS kk-KZ kn-IN mk-MK mr-IN ne-NP sl-SI sr-RS sw-KE ta-IN ur-IN yue-CN uk-UA'.split(
    ' ',
  );

const defaultModel = 'gpt-4.1';

type Kind = 'llm' | 'flow';

const engines = {
  llm: {
    create: '/create-retell-llm',
    list: '/v2/list-retell-llms',
    get: '/get-retell-llm/',
    update: '/update-retell-llm/',
    remove: '/delete-retell-llm/',
    id: 'llm_id',
    type: 'retell-llm',
  },
  flow: {
    create: '/create-conversation-flow',
    list: '/v2/list-conversation-flows',
    get: '/get-conversation-flow/',
    update: '/update-conversation-flow/',
    remove: '/delete-conversation-flow/',
    id: 'conversation_flow_id',
    type: 'conversation-flow',
  },
} as const;

const kindOf = ({ agent }: DeploymentOrder): Kind => (agent.conversation_flow ? 'flow' : 'llm');

const temperatureOf = ({ model }: DeploymentOrder['agent']) =>
  model?.temperature == null ? {} : { model_temperature: Math.min(model.temperature, 1) };

const llmOf = ({ agent, deployment_id }: DeploymentOrder, knowledge: readonly string[]) => ({
  general_prompt: promptOf(agent),
  model: agent.model?.id ?? defaultModel,
  ...temperatureOf(agent),
  start_speaker: 'agent',
  begin_message: agent.first_message,
  knowledge_base_ids: knowledge,
  default_dynamic_variables: { platform_deployment_id: deployment_id },
});

const flowOf = ({ agent, deployment_id }: DeploymentOrder, knowledge: readonly string[]) => {
  const { start = '', nodes = [] } = agent.conversation_flow ?? {};
  const prompt = promptOf(agent);
  const said = agent.first_message === null ? '' : `Begin the call with: ${agent.first_message}\n\n`;
  return {
    model_choice: { type: 'cascading', model: agent.model?.id ?? defaultModel },
    ...temperatureOf(agent),
    start_speaker: 'agent',
    start_node_id: start,
    ...(prompt !== '' && { global_prompt: prompt }),
    nodes: nodes.map(({ id, instruction, transitions }) => ({
      id,
      type: 'conversation',
      instruction: { type: 'prompt', text: id === start ? `${said}${instruction}` : instruction },
      edges: transitions.map(({ to, when }, at) => ({
        id: `${id}-${at}`,
        transition_condition: { type: 'prompt', prompt: when },
        destination_node_id: to,
      })),
    })),
    knowledge_base_ids: knowledge,
    default_dynamic_variables: { platform_deployment_id: deployment_id },
  };
};

const engineOf = (order: DeploymentOrder, knowledge: readonly string[]) =>
  kindOf(order) === 'flow' ? flowOf(order, knowledge) : llmOf(order, knowledge);

const agentOf = (order: DeploymentOrder, kind: Kind, engineId: string) => {
  const { name, language, voice_id, voice } = order.agent;
  const known = language === null ? undefined : languageOf(language, languages);
  return {
    agent_name: name,
    response_engine: { type: engines[kind].type, [engines[kind].id]: engineId },
    voice_id,
    timezone: order.timezone,
    ...(voice?.speed !== undefined && { voice_speed: Math.min(Math.max(voice.speed, 0.5), 2) }),
    ...(known !== undefined && { language: known }),
    webhook_url: order.webhook.url,
  };
};

const notCarried = ({ agent }: DeploymentOrder): NotCarried[] => {
  const { language, model, tools, voice } = agent;
  const isSpeedOut = voice?.speed !== undefined && (voice.speed < 0.5 || voice.speed > 2);
  const entries: (NotCarried | false)[] = [
    language !== null &&
      languageOf(language, languages) === undefined && {
        field: 'language',
        detail: `Retell does not speak ${language}`,
      },
    model?.max_tokens != null && {
      field: 'model.max_tokens',
      detail: 'Retell does not limit the length of answers',
    },
    (model?.temperature ?? 0) > 1 && {
      field: 'model.temperature',
      detail: 'Retell allows temperatures up to 1; 1 is used',
    },
    isSpeedOut && {
      field: 'voice.speed',
      detail: 'Retell allows speeds from 0.5 to 2; the nearest one is used',
    },
    tools.length > 0 && {
      field: 'tools',
      detail: 'Retell calls tools at a URL, which the platform’s tools do not have. Add the tools at Retell',
    },
  ];
  return entries.filter((entry) => entry !== false);
};

/** Multipart, as Retell takes texts: a field for each member of each. */
const formOf = async (fields: readonly (readonly [string, string])[]) => {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const sent = new Response(form);
  return {
    body: Buffer.from(await sent.arrayBuffer()),
    contentType: sent.headers.get('content-type') ?? '',
  };
};

export const deployer = (apiKey: string): Deployer => {
  const request = async (sent: ProviderRequest): Promise<Json> => objectOf(await ask(retell, apiKey, sent));
  const read = (path: string) => ask(retell, apiKey, { method: 'GET', path });

  /** The entries of all pages of a list, one page after the other. */
  const entries = async function* (list: (query: URLSearchParams) => Promise<unknown>) {
    let key: string | undefined;
    do {
      const query = new URLSearchParams({ limit: '100', ...(key !== undefined && { pagination_key: key }) });
      const page = objectOf(await list(query));
      yield* listOf(page.items).map(objectOf);
      key = nextOf(page, 'pagination_key');
    } while (key !== undefined);
  };

  const findEngine = async (kind: Kind, deploymentId: string): Promise<string | undefined> => {
    const { list, id: idField } = engines[kind];
    for await (const engine of entries((query) => read(`${list}?${query}`))) {
      const { platform_deployment_id } = objectOf(engine.default_dynamic_variables);
      if (platform_deployment_id === deploymentId) return idOf(engine[idField]) ?? undefined;
    }
    return undefined;
  };

  /** Agents have no field for a deployment's id, but each has its own engine. */
  const findAgent = async (name: string, engineId: string): Promise<string | undefined> => {
    const body = { filter_criteria: { query: name } };
    const named = entries((query) => request({ method: 'POST', path: `/v2/list-agents?${query}`, body }));
    for await (const { agent_id } of named) {
      const id = idOf(agent_id);
      const agent = id && objectOf(await read(`/get-agent/${encodeURIComponent(id)}`));
      const { llm_id, conversation_flow_id } = objectOf(agent ? agent.response_engine : null);
      if (id && (llm_id === engineId || conversation_flow_id === engineId)) return id;
    }
    return undefined;
  };

  const makeKnowledge = async (
    { documents, deployment_id }: DeploymentOrder,
    ledger: Ledger,
  ): Promise<string[]> => {
    if (documents.length === 0) return [];
    const state = [deployment_id, ...documents.map(({ id, version }) => `${id}:${version}`)].join();
    const name = `documents-${createHash('sha256').update(state).digest('hex').slice(0, 24)}`;
    const make = async () => {
      const texts = JSON.stringify(documents.map(({ name: title, text }) => ({ title, text })));
      const form = await formOf([
        ['knowledge_base_name', name],
        ['knowledge_base_texts', texts],
      ]);
      const made = await request({ method: 'POST', path: '/create-knowledge-base', form });
      return String(made.knowledge_base_id);
    };
    const find = async () => {
      const all = listOf(await read('/list-knowledge-bases')).map(objectOf);
      const made = all.find(({ knowledge_base_name }) => knowledge_base_name === name);
      return idOf(made?.knowledge_base_id) ?? undefined;
    };
    return [await once(ledger, `knowledge:${name}`, make, find)];
  };

  /** A published version never changes. Agent and engine share a new draft of it. */
  const draftOf = async (agentId: string): Promise<string> => {
    const { is_published, version } = objectOf(await read(`/get-agent/${encodeURIComponent(agentId)}`));
    if (is_published !== true) return '';
    const path = `/create-agent-version/${encodeURIComponent(agentId)}`;
    const made = await request({ method: 'POST', path, body: { base_version: numberOf(version) ?? 0 } });
    return `?version=${numberOf(made.version) ?? ''}`;
  };

  const patch = (path: string, body: unknown) => request({ method: 'PATCH', path, body });

  return {
    deploy: async (order, ledger) => {
      if (order.agent.voice_id === null) {
        throw new ProviderError('refused', 'Retell needs a voice: set the agent’s `voice_id`');
      }
      const kind = kindOf(order);
      const { create, update, id: idField } = engines[kind];
      const knowledge = await makeKnowledge(order, ledger);
      const engine = engineOf(order, knowledge);
      const known = ledger.known(kind);
      const engineId = await once(
        ledger,
        kind,
        async () => String((await request({ method: 'POST', path: create, body: engine }))[idField]),
        () => findEngine(kind, order.deployment_id),
      );
      const agent = agentOf(order, kind, engineId);
      const knownAgent = ledger.known(agentStep);
      const agentId = await once(
        ledger,
        agentStep,
        async () => String((await request({ method: 'POST', path: '/create-agent', body: agent })).agent_id),
        () => findAgent(order.agent.name, engineId),
      );
      if (knownAgent !== undefined) {
        const version = await draftOf(agentId);
        if (known !== undefined) await patch(`${update}${encodeURIComponent(engineId)}${version}`, engine);
        await patch(`/update-agent/${encodeURIComponent(agentId)}${version}`, agent);
      } else if (known !== undefined) {
        await patch(`${update}${encodeURIComponent(engineId)}`, engine);
      }
      return { provider_agent_id: agentId, not_carried: notCarried(order) };
    },
    look: async (ledger) => {
      const sent = await orNull(read(`/get-agent/${encodeURIComponent(ledger.known(agentStep) ?? '')}`));
      if (sent === null) return null;
      const { agent_name, voice_id, voice_speed, language, webhook_url, response_engine } = objectOf(sent);
      const { llm_id, conversation_flow_id } = objectOf(response_engine);
      const kind: Kind = conversation_flow_id === undefined ? 'llm' : 'flow';
      const engineId = idOf(llm_id ?? conversation_flow_id) ?? '';
      const engine = objectOf(await orNull(read(`${engines[kind].get}${encodeURIComponent(engineId)}`)));
      const { general_prompt, begin_message, model, model_temperature, knowledge_base_ids } = engine;
      const { model_choice, global_prompt, nodes, start_node_id } = engine;
      return {
        ...{ agent_name, voice_id, voice_speed, language, webhook_url, engineId },
        ...{ general_prompt, begin_message, model, model_temperature, knowledge_base_ids },
        ...{ model_choice, global_prompt, nodes, start_node_id },
      };
    },
    remove: async (ledger) => {
      const remove = (path: string) => orNull(ask(retell, apiKey, { method: 'DELETE', path }));
      const agentId = ledger.known(agentStep);
      if (agentId !== undefined) await remove(`/delete-agent/${encodeURIComponent(agentId)}`);
      // Retell does not delete engines with their agent.
      for (const kind of ['llm', 'flow'] as const) {
        const id = ledger.known(kind);
        if (id !== undefined) await remove(`${engines[kind].remove}${encodeURIComponent(id)}`);
      }
      for (const [step, id] of ledger.steps()) {
        if (step.startsWith('knowledge:')) await remove(`/delete-knowledge-base/${encodeURIComponent(id)}`);
      }
    },
  };
};
