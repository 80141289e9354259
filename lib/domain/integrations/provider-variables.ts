import type { NotCarried } from '#lib/contract/deployments.ts';
import type { ProviderName } from '#lib/contract/integrations.ts';
import type { PlatformVariable } from '#lib/contract/variables.ts';
import { placeholders } from '#lib/contract/variables.ts';
import type { DeploymentOrder } from './deployer.ts';

/*
 * An agent that runs at a provider is sent there once, and its calls come later. So its texts refer to the
 * time and to the caller by variables of the provider. A variable of the platform without a line here does
 * not compile.
 */

type SentAgent = DeploymentOrder['agent'];

/** The parts of all calls that a deployment knows. */
interface KnownVariables {
  readonly client: { readonly id: string; readonly name: string };
  readonly timezone: string;
  /** The times of each weekday and the dates ahead that differ; null: nobody has set any. */
  readonly openingWeek: string | null;
}

type OfCall = Extract<PlatformVariable, `now.${string}` | `caller.${string}`>;
type InCall = Exclude<OfCall, 'now.timezone' | 'caller.id'>;

/** Null: the provider has no such variable. */
const spelled: Readonly<Record<ProviderName, (timezone: string) => Readonly<Record<InCall, string | null>>>> =
  {
    elevenlabs: () => ({
      'now.date': '{{system__time}}',
      'now.time': '{{system__time}}',
      'now.weekday': '{{system__time}}',
      'now.datetime': '{{system__time}}',
      'caller.number': '{{system__caller_id}}',
      'caller.name': null,
    }),
    vapi: (timezone) => {
      const now = (format: string) => `{{"now" | date: "${format}", "${timezone}"}}`;
      return {
        'now.date': now('%Y-%m-%d'),
        'now.time': now('%H:%M'),
        'now.weekday': now('%A'),
        'now.datetime': now('%Y-%m-%dT%H:%M:%S%z'),
        'caller.number': '{{customer.number}}',
        'caller.name': '{{customer.name}}',
      };
    },
    retell: (timezone) => {
      const now = `{{current_time_${timezone}}}`;
      return {
        'now.date': now,
        'now.time': now,
        'now.weekday': now,
        'now.datetime': now,
        'caller.number': '{{user_number}}',
        'caller.name': null,
      };
    },
  };

/** The sentence with the time, in prompts of providers that do not add it themselves. */
const timeSentence: Readonly<Record<ProviderName, ((timezone: string) => string) | null>> = {
  // It has a setting, which adds the time.
  elevenlabs: null,
  vapi: (timezone) =>
    `Now it is {{"now" | date: "%A, %Y-%m-%d, %H:%M", "${timezone}"}} in the time zone ${timezone}.`,
  retell: (timezone) => `Now it is {{current_time_${timezone}}}.`,
};

/**
 * An agent whose texts have the variables of a provider in place of the platform's. One without a value
 * becomes its default, or nothing, and is reported.
 */
export const writtenFor = (
  provider: ProviderName,
  agent: SentAgent,
  { client, timezone, openingWeek }: KnownVariables,
  asksPlatform: boolean,
): { readonly agent: SentAgent; readonly not_carried: readonly NotCarried[] } => {
  const values: Readonly<Record<PlatformVariable, string | null>> = {
    ...spelled[provider](timezone),
    'now.timezone': timezone,
    'caller.id': null,
    'conversation.id': null,
    'conversation.channel': 'phone',
    'client.id': client.id,
    'client.name': client.name,
    // They change with the minute, and no provider knows them.
    'hours.now': null,
    'hours.today': null,
    'hours.next': null,
    'hours.week': openingWeek,
    'agent.id': agent.id,
    'agent.name': agent.name,
  };
  const missing = new Set<string>();
  const write = (text: string): string =>
    text.replace(placeholders, (placeholder, name: string, standIn: string | undefined) => {
      if (!Object.hasOwn(values, name)) return placeholder;
      const value = values[name as PlatformVariable];
      if (value === null && standIn === undefined) missing.add(name);
      return value ?? standIn?.trim() ?? '';
    });
  const first_message = agent.first_message === null ? null : write(agent.first_message);
  const { conversation_flow: flow } = agent;
  const sentence = timeSentence[provider]?.(timezone);
  const written: SentAgent = asksPlatform
    ? { ...agent, first_message }
    : {
        ...agent,
        first_message,
        prompt: [agent.prompt === null ? undefined : write(agent.prompt), sentence]
          .filter((part) => part !== undefined)
          .join('\n\n'),
        conversation_flow: flow && {
          ...flow,
          nodes: flow.nodes.map((node) => ({
            ...node,
            instruction: write(node.instruction),
            transitions: node.transitions.map((each) => ({ ...each, when: write(each.when) })),
          })),
        },
      };
  const not_carried = [...missing].map((name) => ({
    field: 'variables',
    detail: `The provider has no variable for {{${name}}}, which has no default either`,
  }));
  return { agent: written, not_carried };
};
