import type { Agent } from '#lib/contract/agents.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Fault } from '#lib/contract/errors.ts';
import { invalid } from '#lib/contract/errors.ts';
import type { AgentTexts, PlatformVariable } from '#lib/contract/variables.ts';
import { placeholders, placeholdersIn, textsOf } from '#lib/contract/variables.ts';
import { timeZoneOf } from '../organizations/hierarchy.ts';
import type { OpeningTimes } from '../organizations/opening-hours.ts';
import { openingVariables } from '../organizations/opening-hours.ts';
import { localTime } from '../usage/time-zones.ts';

/** The values that replace `{{name}}`; undefined: there is none. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * The values in a conversation. Those of the platform are required, so that no way to a language model goes
 * without them.
 */
export type ConversationVariables = Variables & Readonly<Record<PlatformVariable, string | undefined>>;

/** The limit for instructions and messages. Longer ones would only keep a function busy. */
const longest = 200_000;

/** Refuses a text that variables have made too long. */
export const checkLength = (length: number): void => {
  if (length <= longest) return;
  throw invalid({
    pointer: '/variables',
    code: 'too_big',
    detail: `must not make the model’s instructions longer than ${longest} characters`,
  });
};

const valueIn = (variables: Variables, name: string): string | undefined =>
  Object.hasOwn(variables, name) ? variables[name] : undefined;

/** The variables of a text that have neither a value nor a default. */
export const missingIn = (text: string, variables: Variables): string[] =>
  placeholdersIn(text)
    .filter(({ name, standIn }) => standIn === undefined && valueIn(variables, name) === undefined)
    .map(({ name }) => name);

/**
 * Replaces variables in a text. Values are not expanded again, so a value cannot refer to another variable.
 * One without a value becomes its default, and nothing without a default: nobody is shown its name.
 */
export const fill = (text: string, variables: Variables): string => {
  let length = text.length;
  return text.replace(placeholders, (placeholder, name: string, standIn: string | undefined) => {
    const value = valueIn(variables, name) || (standIn?.trim() ?? '');
    length += value.length - placeholder.length;
    checkLength(length);
    return value;
  });
};

const placeOf = (name: string): string => {
  if (name.startsWith('hours.')) return '';
  return name.startsWith('caller.') ? `/${name.replace('.', '/')}` : `/variables/${name}`;
};

const missingOf = (name: string, variables: ConversationVariables): string =>
  name.startsWith('hours.')
    ? `needs the opening hours at /v1/clients/${variables['client.id']}/opening-hours`
    : 'is required';

/** Refuses a conversation in which a text of the agent has a variable with neither a value nor a default. */
export const refuseMissing = (agent: AgentTexts, variables: ConversationVariables): void => {
  const missing = new Set(textsOf(agent).flatMap(([, text]) => missingIn(text, variables)));
  if (missing.size === 0) return;
  const faults = [...missing].map(
    (name): Fault => ({
      pointer: placeOf(name),
      code: 'required',
      detail: `${missingOf(name, variables)}, because a text of the agent has {{${name}}} without a default`,
    }),
  );
  throw invalid(...faults);
};

/** An organization with itself and its ancestors, from the top. */
interface ConversationOwner {
  readonly client: { readonly id: string; readonly name: string };
  readonly members: Parameters<typeof timeZoneOf>[0];
}

type OwnVariables = Readonly<Record<PlatformVariable, string | undefined>>;

/**
 * The variables that came with a conversation, and those of the platform. `hours`: the times at which the
 * organization is open, if a text of the agent has them.
 */
export const conversationVariables = (
  given: Variables,
  agent: Pick<Agent, 'id' | 'name'>,
  { client, members }: ConversationOwner,
  { id, channel, caller }: Pick<Conversation, 'channel' | 'caller'> & { readonly id: string | null },
  now: number,
  hours: OpeningTimes | undefined,
): ConversationVariables => {
  const timezone = timeZoneOf(members);
  const { date, time, weekday, offset } = localTime(timezone, now);
  const own: OwnVariables = {
    'now.date': date,
    'now.time': time,
    'now.weekday': weekday,
    'now.timezone': timezone,
    'now.datetime': `${date}T${time}:00${offset}`,
    'caller.id': caller?.id ?? undefined,
    'caller.number': caller?.number ?? undefined,
    'caller.name': caller?.name ?? undefined,
    'conversation.id': id ?? undefined,
    'conversation.channel': channel,
    'client.id': client.id,
    'client.name': client.name,
    ...openingVariables(hours, timezone, now),
    'agent.id': agent.id,
    'agent.name': agent.name,
  };
  return { ...own, ...given };
};
