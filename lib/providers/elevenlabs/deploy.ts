import { createHash } from 'node:crypto';
import type { NotCarried } from '#lib/contract/deployments.ts';
import type { Deployer, DeploymentOrder, Ledger } from '#lib/domain/integrations/deployer.ts';
import { agentStep, once } from '#lib/domain/integrations/deployer.ts';
import {
  actionsNotCarried,
  carriedTools,
  hasAbility,
  notCarriedToPlatform,
  promptOf,
  transferNumbers,
  variablesNotCarried,
} from '../carried.ts';
import type { ProviderRequest } from '../http.ts';
import { ask } from '../http.ts';
import { orNull } from '../not-found.ts';
import type { Json } from '../reading.ts';
import { idOf, isObject, listOf, nextOf, objectOf, textOf } from '../reading.ts';
import { elevenLabs } from './service.ts';
import { modelFor, speaksLanguage } from './voice-models.ts';

/** The tag by which a repeated deployment finds an agent whose creation was never confirmed. */
const tagOf = (deploymentId: string): string => `platform:${deploymentId}`;

const nearest = (value: number, least: number, most: number): number =>
  Math.min(Math.max(value, least), most);

/** Only the first part of a language tag counts, except that Brazilian Portuguese has its own language. */
const languageOf = (tag: string): string =>
  tag.toLowerCase() === 'pt-br' ? 'pt-br' : (tag.toLowerCase().split('-')[0] ?? tag);

const leafTypes: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean']);

/**
 * A JSON Schema reduced to the keywords that ElevenLabs' tools support: types, descriptions, and enumerations
 * of texts.
 */
const parameterOf = (schema: Json): Json => {
  const { type, description } = schema;
  const said = { description: textOf(description, 1000) ?? '' };
  if (type === 'object' || isObject(schema.properties)) return { ...said, ...objectParameterOf(schema) };
  if (type === 'array') return { ...said, type, items: parameterOf(objectOf(schema.items)) };
  const choices = listOf(schema.enum).filter((one) => typeof one === 'string');
  return {
    ...said,
    type: leafTypes.has(type) ? type : 'string',
    ...(choices.length > 0 && { enum: choices }),
  };
};

const objectParameterOf = (schema: Json): Json => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(objectOf(schema.properties)).map(([name, member]) => [
      name,
      parameterOf(objectOf(member)),
    ]),
  ),
  required: listOf(schema.required).filter((name) => typeof name === 'string'),
});

/** Nodes and edges by id, after ElevenLabs' own start node. */
const workflowOf = ({ conversation_flow: flow }: DeploymentOrder['agent']): Json | undefined => {
  if (!flow) return undefined;
  const nodes = flow.nodes.map(
    ({ id, instruction }) =>
      [id, { type: 'override_agent', label: id, additional_prompt: instruction }] as const,
  );
  const edges = flow.nodes.flatMap(({ id, transitions }) =>
    transitions.map(
      ({ to, when }, at) =>
        [
          `${id}-${at}`,
          { source: id, target: to, forward_condition: { type: 'llm', condition: when } },
        ] as const,
    ),
  );
  const first = {
    source: 'platform_start',
    target: flow.start,
    forward_condition: { type: 'unconditional' },
  };
  return {
    nodes: { platform_start: { type: 'start' }, ...Object.fromEntries(nodes) },
    edges: { 'platform_start-0': first, ...Object.fromEntries(edges) },
  };
};

/** A flow without parts, which takes the place of an earlier one. */
const noWorkflow: Json = { nodes: { platform_start: { type: 'start' } }, edges: {} };

const secretStep = 'secret';

interface ElevenLabsAgent {
  /**
   * The workspace's secret with the token for the platform; undefined: the agent has never asked it for
   * answers.
   */
  readonly secretId: string | undefined;
  readonly tool_ids: readonly string[];
  readonly knowledge: readonly { readonly id: string; readonly name: string }[];
  readonly webhookId: string | null;
}

const systemTool = (name: string, params: Json): Json => ({
  type: 'system',
  name,
  params: { system_tool_type: name, ...params },
});

/** The platform as the language model, with the abilities of ElevenLabs that the agent needs. */
const platformPromptOf = (
  { agent }: DeploymentOrder,
  { url }: NonNullable<DeploymentOrder['custom_llm']>,
  { tool_ids, secretId }: ElevenLabsAgent,
): Json => {
  const transfers = transferNumbers(agent).map((phone_number) => ({
    transfer_destination: { type: 'phone', phone_number },
    condition: 'Only when the custom LLM calls this tool',
    transfer_type: 'conference',
  }));
  return {
    prompt: 'The custom LLM of this agent answers with a prompt of its own.',
    llm: 'custom-llm',
    custom_llm: {
      url,
      model_id: agent.id,
      api_key: { secret_id: secretId },
      request_headers: { 'X-Call-Id': { variable_name: 'system__conversation_id' } },
      api_type: 'chat_completions',
    },
    built_in_tools: {
      end_call: systemTool('end_call', {}),
      transfer_to_number:
        transfers.length > 0
          ? systemTool('transfer_to_number', { transfers, enable_client_message: false })
          : null,
      play_keypad_touch_tone: hasAbility(agent, 'send_digits')
        ? systemTool('play_keypad_touch_tone', { suppress_turn_after_dtmf: true })
        : null,
    },
    tool_ids,
    knowledge_base: [],
  };
};

/** Takes back the settings of an agent that has asked the platform for answers. */
const providerAgain = {
  custom_llm: null,
  built_in_tools: { end_call: null, transfer_to_number: null, play_keypad_touch_tone: null },
};

const promptSettingsOf = (
  { agent, timezone }: DeploymentOrder,
  { tool_ids, knowledge, secretId }: ElevenLabsAgent,
): Json => {
  const { model } = agent;
  const llm = model?.id ?? (secretId === undefined ? undefined : 'gemini-2.5-flash');
  return {
    prompt: promptOf(agent),
    // Its prompts have the time of this zone then.
    timezone,
    ...(llm !== undefined && { llm }),
    ...(model?.temperature != null && { temperature: nearest(model.temperature, 0, 1) }),
    ...(model?.max_tokens != null && { max_tokens: model.max_tokens }),
    tool_ids,
    knowledge_base: knowledge.map(({ id, name: title }) => ({ type: 'text', id, name: title })),
    ...(secretId !== undefined && providerAgain),
  };
};

type SpeakingAgent = Pick<DeploymentOrder['agent'], 'language' | 'voice'>;

const wantedModelOf = ({ voice }: SpeakingAgent): string | undefined => textOf(voice?.model, 100);

/** The model of the voice that the agent names, if it speaks the agent's language. */
const voiceModelOf = (agent: SpeakingAgent): string => {
  const wanted = wantedModelOf(agent);
  return wanted !== undefined && speaksLanguage(wanted, agent.language) ? wanted : modelFor(agent.language);
};

const agentOf = (order: DeploymentOrder, made: ElevenLabsAgent): Json => {
  const { agent, deployment_id, custom_llm } = order;
  const { webhookId } = made;
  const { name, first_message, language, voice_id, voice } = agent;
  const workflow = custom_llm ? noWorkflow : workflowOf(agent);
  return {
    name,
    tags: [tagOf(deployment_id)],
    conversation_config: {
      agent: {
        first_message: first_message ?? '',
        ...(language !== null && { language: languageOf(language) }),
        prompt: custom_llm ? platformPromptOf(order, custom_llm, made) : promptSettingsOf(order, made),
      },
      // A question before the caller has finished could make a tool do what was not asked for.
      ...(custom_llm && { turn: { speculative_turn: false } }),
      tts: {
        model_id: voiceModelOf(agent),
        ...(voice_id !== null && { voice_id }),
        ...(voice?.speed !== undefined && { speed: nearest(voice.speed, 0.7, 1.2) }),
      },
    },
    ...(webhookId !== null && {
      platform_settings: {
        workspace_overrides: {
          webhooks: {
            post_call_webhook_id: webhookId,
            events: ['transcript', 'call_initiation_failure'],
          },
        },
      },
    }),
    ...(workflow && { workflow }),
  };
};

const notCarried = ({ agent, custom_llm }: DeploymentOrder, { webhookId }: ElevenLabsAgent): NotCarried[] => {
  const { description, voice, model } = agent;
  const speed = voice?.speed;
  const entries: (NotCarried | false)[] = [
    description !== null && { field: 'description', detail: 'ElevenLabs’ agents have no description' },
    speed !== undefined &&
      nearest(speed, 0.7, 1.2) !== speed && {
        field: 'voice.speed',
        detail: 'ElevenLabs allows speeds from 0.7 to 1.2; the nearest one is used',
      },
    !custom_llm &&
      (model?.temperature ?? 0) > 1 && {
        field: 'model.temperature',
        detail: 'ElevenLabs allows temperatures up to 1; 1 is used',
      },
    wantedModelOf(agent) !== undefined &&
      wantedModelOf(agent) !== voiceModelOf(agent) && {
        field: 'voice.model',
        detail: 'ElevenLabs does not speak the agent’s language with this model; another one is used',
      },
    voice?.provider !== undefined &&
      voice.provider !== 'elevenlabs' && {
        field: 'voice.provider',
        detail: 'ElevenLabs speaks with its own voices only',
      },
    ...(custom_llm
      ? [...notCarriedToPlatform(agent), variablesNotCarried(agent)]
      : [actionsNotCarried(agent)]),
    webhookId === null && {
      field: 'webhook',
      detail:
        'The integration has a webhook secret that was set by hand. Set the post-call webhook in ElevenLabs’ settings as well',
    },
  ];
  return entries.filter((entry) => entry !== false);
};

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);

export const deployer = (apiKey: string): Deployer => {
  const request = async (sent: ProviderRequest): Promise<Json> =>
    objectOf(await ask(elevenLabs, apiKey, sent));
  const read = (path: string) => request({ method: 'GET', path });

  /** The first match in a list, over all its pages. */
  const findIn = async (path: string, list: string, isOne: (item: Json) => boolean) => {
    let cursor: string | undefined;
    do {
      const query = new URLSearchParams({ page_size: '100', ...(cursor !== undefined && { cursor }) });
      const page = await read(`${path}${path.includes('?') ? '&' : '?'}${query}`);
      const found = listOf(page[list]).map(objectOf).find(isOne);
      if (found) return found;
      cursor = nextOf(page, 'next_cursor');
    } while (cursor !== undefined);
    return undefined;
  };

  const makeTools = ({ agent, deployment_id }: DeploymentOrder, ledger: Ledger): Promise<string[]> =>
    inTurn(carriedTools(agent), ({ name, description, parameters }) => {
      const properties = objectOf(parameters.properties);
      const tool_config = {
        type: 'client',
        name,
        description: description ?? name,
        expects_response: true,
        ...(Object.keys(properties).length > 0 && { parameters: objectParameterOf(parameters) }),
      };
      const make = async () =>
        String((await request({ method: 'POST', path: '/v1/convai/tools', body: { tool_config } })).id);
      const find = async () => {
        const made = await findIn('/v1/convai/tools', 'tools', (tool) => {
          const known = objectOf(tool.tool_config);
          return known.name === name && known.description === tool_config.description;
        });
        return idOf(made?.id) ?? undefined;
      };
      return once(ledger, `tool:${name}:${hashOf([deployment_id, tool_config])}`, make, find);
    });

  const makeKnowledge = ({ documents }: DeploymentOrder, ledger: Ledger) =>
    inTurn(documents, async ({ id, version, name, text }) => {
      const title = `${name} (${id}, version ${version})`;
      const path = '/v1/convai/knowledge-base/text';
      const make = async () =>
        String((await request({ method: 'POST', path, body: { text, name: title } })).id);
      const find = async () => {
        const search = `/v1/convai/knowledge-base?search=${encodeURIComponent(title)}`;
        const made = await findIn(search, 'documents', (document) => document.name === title);
        return idOf(made?.id) ?? undefined;
      };
      return { id: await once(ledger, `document:${id}:${version}`, make, find), name: title };
    });

  /** Creates the workspace's webhook to the platform. Its secret can never be read again. */
  const makeWebhook = async ({ webhook }: DeploymentOrder): Promise<string | null> => {
    if (webhook.secret !== null) return webhook.provider_id;
    // An existing webhook with the platform's URL is useless, because its secret was lost.
    const { webhooks } = await read('/v1/workspace/webhooks');
    for (const known of listOf(webhooks).map(objectOf)) {
      if (known.webhook_url !== webhook.url) continue;
      const path = `/v1/workspace/webhooks/${encodeURIComponent(String(known.webhook_id))}`;
      await orNull(request({ method: 'DELETE', path }));
    }
    const settings = { auth_type: 'hmac', name: 'Voice agent platform', webhook_url: webhook.url };
    const made = await request({ method: 'POST', path: '/v1/workspace/webhooks', body: { settings } });
    const id = String(made.webhook_id);
    await webhook.keep(String(made.webhook_secret), id);
    return id;
  };

  /** The token is a secret of the workspace, which nobody can read there. */
  const makeSecret = async ({ custom_llm, deployment_id }: DeploymentOrder, ledger: Ledger) => {
    if (!custom_llm) return ledger.known(secretStep);
    const name = tagOf(deployment_id);
    const path = '/v1/convai/secrets';
    const secret = { name, value: custom_llm.token };
    const mayHaveOther = ledger.known(secretStep) !== undefined || ledger.begun(secretStep);
    const id = await once(
      ledger,
      secretStep,
      async () =>
        String((await request({ method: 'POST', path, body: { type: 'new', ...secret } })).secret_id),
      async () => {
        const { secrets } = await read(`${path}?search=${encodeURIComponent(name)}`);
        const made = listOf(secrets)
          .map(objectOf)
          .find((secret) => secret.name === name);
        return idOf(made?.secret_id) ?? undefined;
      },
    );
    // After a removal that failed, the deployment has another token.
    if (mayHaveOther) {
      await request({ method: 'PATCH', path: `${path}/${id}`, body: { type: 'update', ...secret } });
    }
    return id;
  };

  const pathOf = (ledger: Ledger) => `/v1/convai/agents/${encodeURIComponent(ledger.known(agentStep) ?? '')}`;

  return {
    deploy: async (order, ledger) => {
      const webhookId = await makeWebhook(order);
      const tool_ids = await makeTools(order, ledger);
      const secretId = await makeSecret(order, ledger);
      const knowledge = order.custom_llm ? [] : await makeKnowledge(order, ledger);
      const made: ElevenLabsAgent = { webhookId, tool_ids, secretId, knowledge };
      const body = agentOf(order, made);
      const isNew = ledger.known(agentStep) === undefined;
      const id = await once(
        ledger,
        agentStep,
        async () =>
          String((await request({ method: 'POST', path: '/v1/convai/agents/create', body })).agent_id),
        async () => {
          const tag = tagOf(order.deployment_id);
          const found = await findIn('/v1/convai/agents', 'agents', ({ tags }) => listOf(tags).includes(tag));
          return idOf(found?.agent_id) ?? undefined;
        },
      );
      if (!isNew) await request({ method: 'PATCH', path: pathOf(ledger), body });
      return { provider_agent_id: id, not_carried: notCarried(order, made) };
    },
    look: async (ledger) => {
      const sent = await orNull(read(pathOf(ledger)));
      if (sent === null) return null;
      const { agent, tts } = objectOf(sent.conversation_config);
      const { prompt: sentPrompt, first_message, language } = objectOf(agent);
      const { prompt, llm, custom_llm, temperature, max_tokens, tool_ids, knowledge_base } =
        objectOf(sentPrompt);
      const { voice_id, speed } = objectOf(tts);
      const of = {
        prompt,
        llm,
        custom_llm,
        temperature,
        max_tokens,
        tool_ids,
        knowledge_base,
        first_message,
        language,
      };
      return { name: sent.name, ...of, voice_id, speed, workflow: sent.workflow };
    },
    remove: async (ledger) => {
      const paths = ledger.steps().map(([step, id]) => {
        if (step === agentStep) return `/v1/convai/agents/${id}`;
        if (step === secretStep) return `/v1/convai/secrets/${id}`;
        const isTool = step.startsWith('tool:');
        return isTool ? `/v1/convai/tools/${id}` : `/v1/convai/knowledge-base/${id}?force=true`;
      });
      // The agent is removed first, because it refers to the others.
      const inOrder = paths.sort((one) => (one.includes('/agents/') ? -1 : 1));
      for (const path of inOrder) await orNull(request({ method: 'DELETE', path }));
    },
  };
};

/** Sequentially: each result is recorded before the next step begins. */
const inTurn = async <T, R>(items: readonly T[], task: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = [];
  for (const item of items) results.push(await task(item));
  return results;
};
