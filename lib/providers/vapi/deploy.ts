import type { NotCarried } from '#lib/contract/deployments.ts';
import type { Deployer, DeploymentOrder } from '#lib/domain/integrations/deployer.ts';
import { agentStep, once } from '#lib/domain/integrations/deployer.ts';
import { shortened } from '#lib/domain/text.ts';
import {
  actionsNotCarried,
  carriedTools,
  hasAbility,
  languageOf,
  notCarriedToPlatform,
  promptOf,
  transferNumbers,
} from '../carried.ts';
import { ask } from '../http.ts';
import { orNull } from '../not-found.ts';
import { idOf, listOf, objectOf } from '../reading.ts';
import { vapi } from './service.ts';

/** The languages that Deepgram transcribes for Vapi. */
const languages =
  'ar az ba be bg bn br bs ca cs da da-DK de de-CH el en en-AU en-CA en-GB en-IE en-IN en-NZ en-US es es-419 et eu fa fi fr fr-CA ha haw he hi hr hu id is it ja jw kn ko ko-KR ln lt lv mk mr ms nl nl-BE no pl pt pt-BR pt-PT ro ru sk sl sn so sr su sv sv-SE ta taq te th th-TH tl tr tt uk ur vi yo zh zh-CN zh-HK zh-TW'.split(
    ' ',
  );

const longestName = 40;

/** The voice's vendor as Vapi names it. */
const companyOf = (provider: string | undefined): string =>
  provider === undefined || provider === 'elevenlabs' ? '11labs' : provider;

const serverOf = ({ url, secret, verification }: DeploymentOrder['webhook']) => ({
  url,
  ...(secret !== null && {
    headers: verification === 'bearer' ? { authorization: `Bearer ${secret}` } : { 'x-vapi-secret': secret },
  }),
});

type CustomLlm = NonNullable<DeploymentOrder['custom_llm']>;

const functionsOf = (agent: DeploymentOrder['agent']) =>
  carriedTools(agent).map(({ name, description, parameters }) => ({
    type: 'function',
    // The integrator's own server answers a tool during the call. The platform's webhook does not.
    async: true,
    function: {
      name,
      ...(description !== null && { description }),
      parameters: { type: 'object', properties: {}, ...parameters },
    },
  }));

const modelOf = ({ agent }: DeploymentOrder) => {
  const { model } = agent;
  const tools = functionsOf(agent);
  const prompt = promptOf(agent, { withFlow: true });
  return {
    provider: model?.provider ?? 'openai',
    model: model?.id ?? 'gpt-4o',
    ...(prompt !== '' && { messages: [{ role: 'system', content: prompt }] }),
    ...(model?.temperature != null && { temperature: model.temperature }),
    ...(model?.max_tokens != null && { maxTokens: Math.min(Math.max(model.max_tokens, 50), 10_000) }),
    ...(tools.length > 0 && { tools }),
  };
};

/** The platform as the language model, with the abilities of Vapi that the agent needs. */
const platformModelOf = ({ agent }: DeploymentOrder, { url, token }: CustomLlm) => {
  const numbers = transferNumbers(agent);
  const tools = [
    ...functionsOf(agent),
    { type: 'endCall' },
    ...(numbers.length > 0
      ? [{ type: 'transferCall', destinations: numbers.map((number) => ({ type: 'number', number })) }]
      : []),
    ...(hasAbility(agent, 'send_digits') ? [{ type: 'dtmf' }] : []),
  ];
  return {
    provider: 'custom-llm',
    url,
    model: agent.id,
    // Requests then have the call with its id.
    metadataSendMode: 'variable',
    headers: { 'x-deployment-token': token },
    tools,
  };
};

const assistantOf = (order: DeploymentOrder) => {
  const { agent, webhook, deployment_id, custom_llm } = order;
  const { name, first_message, language, voice_id, voice } = agent;
  const known = language === null ? undefined : languageOf(language, languages);
  const body = {
    name: shortened(name, longestName),
    ...(first_message === null
      ? { firstMessageMode: 'assistant-speaks-first-with-model-generated-message' }
      : { firstMessage: first_message, firstMessageMode: 'assistant-speaks-first' }),
    model: custom_llm ? platformModelOf(order, custom_llm) : modelOf(order),
    ...(known !== undefined && { transcriber: { provider: 'deepgram', language: known } }),
    ...(voice_id !== null && {
      voice: {
        provider: companyOf(voice?.provider),
        voiceId: voice_id,
        ...(voice?.speed !== undefined && { speed: voice.speed }),
      },
    }),
    server: serverOf(webhook),
    serverMessages: ['end-of-call-report', 'status-update'],
    metadata: { platform_deployment_id: deployment_id },
  };
  const not_carried: (NotCarried | false)[] = [
    name.length > longestName && {
      field: 'name',
      detail: `Vapi’s names have at most ${longestName} characters`,
    },
    language !== null &&
      known === undefined && { field: 'language', detail: `Vapi does not transcribe ${language}` },
    !custom_llm &&
      order.documents.length > 0 && {
        field: 'documents',
        detail: 'Vapi accepts only files, which an assistant reads with a tool. Add them at Vapi',
      },
    ...(custom_llm ? notCarriedToPlatform(agent) : [actionsNotCarried(agent)]),
    webhook.verification === 'hmac' && {
      field: 'webhook',
      detail:
        'Vapi signs webhooks only with a credential that is created in its dashboard. Attach the credential to the assistant',
    },
  ];
  return { body, not_carried: not_carried.filter((entry) => entry !== false) };
};

const pathOf = (id: string): string => `/assistant/${encodeURIComponent(id)}`;

export const deployer = (apiKey: string): Deployer => {
  const read = (path: string) => ask(vapi, apiKey, { method: 'GET', path });
  const find = async (deploymentId: string): Promise<string | undefined> => {
    const all = listOf(await read('/assistant?limit=1000')).map(objectOf);
    const made = all.find(({ metadata }) => objectOf(metadata).platform_deployment_id === deploymentId);
    return idOf(made?.id) ?? undefined;
  };
  return {
    deploy: async (order, ledger) => {
      const { body, not_carried } = assistantOf(order);
      const make = async () =>
        String(objectOf(await ask(vapi, apiKey, { method: 'POST', path: '/assistant', body })).id);
      const isNew = ledger.known(agentStep) === undefined;
      const id = await once(ledger, agentStep, make, () => find(order.deployment_id));
      if (!isNew) await ask(vapi, apiKey, { method: 'PATCH', path: pathOf(id), body });
      return { provider_agent_id: id, not_carried };
    },
    look: async (ledger) => {
      const sent = await orNull(read(pathOf(ledger.known(agentStep) ?? '')));
      if (sent === null) return null;
      const { name, firstMessage, model, voice, transcriber, server } = objectOf(sent);
      return { name, firstMessage, model, voice, transcriber, url: objectOf(server).url };
    },
    remove: async (ledger) => {
      const id = ledger.known(agentStep);
      if (id !== undefined) await orNull(ask(vapi, apiKey, { method: 'DELETE', path: pathOf(id) }));
    },
  };
};
