/**
 * The variables that the platform sets in every conversation. Their names have a dot, so that none of those
 * that come with a chat or a call can take their place.
 */
export const platformVariables = {
  'now.date': 'The date in the time zone of the organization, such as `2026-11-28`',
  'now.time': 'The time of day there, such as `17:05`',
  'now.weekday': 'The day of the week there, in English',
  'now.timezone':
    'The time zone: `settings.timezone` of the organization or of the nearest one above, or `UTC`',
  'now.datetime': 'Date and time with the offset from UTC, such as `2026-11-28T17:05:00+01:00`',
  'caller.id': 'Your own id of the caller',
  'caller.number': 'The caller’s phone number in E.164 form',
  'caller.name': 'The caller’s name',
  'conversation.id': 'The id of the conversation; no value as a custom LLM',
  'conversation.channel': '`phone`, `chat`, `web`, `sms`, `email` or `other`',
  'client.id': 'The id of the organization that the conversation belongs to',
  'client.name': 'The name of that organization',
  'hours.now':
    '`open` or `closed`, by the opening hours of the organization; no value while they are not set',
  'hours.today': 'The times of the day, such as `08:00–12:00, 14:00–18:00`, or `closed`',
  'hours.week': 'The times of each weekday, and the dates ahead that differ',
  'hours.next': 'When it opens next, such as `Monday, 2026-11-30, 08:00`, or `not known`',
  'agent.id': 'The agent’s id',
  'agent.name': 'The agent’s name',
} as const;

export type PlatformVariable = keyof typeof platformVariables;

/** A variable, and after a bar the text that stands in for it while it has no value. */
export const placeholders = /{{\s{0,8}([A-Za-z_][A-Za-z0-9_.-]{0,63})\s{0,8}(?:\|([^{}]{0,200}))?}}/g;

interface Placeholder {
  readonly name: string;
  /** Undefined: without a default. */
  readonly standIn: string | undefined;
}

export const placeholdersIn = (text: string): Placeholder[] =>
  [...text.matchAll(placeholders)].map(([, name = '', standIn]) => ({ name, standIn: standIn?.trim() }));

/** The texts of an agent in which variables are replaced. */
export interface AgentTexts {
  readonly first_message: string | null;
  readonly prompt: string | null;
  readonly conversation_flow: {
    readonly nodes: readonly {
      readonly instruction: string;
      readonly transitions: readonly { readonly when: string }[];
    }[];
  } | null;
  readonly handover?: { readonly unanswered_message: string } | null;
  readonly limit_message?: string | null;
  readonly disclosure?: string | null;
  readonly failure_message?: string | null;
}

/** A text of an agent, and the path to it. */
type PlacedText = readonly [path: readonly (string | number)[], text: string];

export const textsOf = (agent: AgentTexts): PlacedText[] => {
  const { first_message, prompt, handover, conversation_flow: flow } = agent;
  const texts: (readonly [PlacedText[0], string | null | undefined])[] = [
    [['first_message'], first_message],
    [['prompt'], prompt],
    [['handover', 'unanswered_message'], handover?.unanswered_message],
    [['limit_message'], agent.limit_message],
    [['disclosure'], agent.disclosure],
    [['failure_message'], agent.failure_message],
  ];
  for (const [at, { instruction, transitions }] of (flow?.nodes ?? []).entries()) {
    const node = ['conversation_flow', 'nodes', at];
    texts.push([[...node, 'instruction'], instruction]);
    for (const [to, { when }] of transitions.entries()) {
      texts.push([[...node, 'transitions', to, 'when'], when]);
    }
  }
  return texts.flatMap(([path, text]) => (text == null ? [] : [[path, text] as const]));
};

const subjects: ReadonlySet<string | undefined> = new Set(
  Object.keys(platformVariables).map((name) => name.split('.')[0]),
);

/** Whether a name is a subject of the platform's, such as `caller`, with a property that it does not have. */
export const isMisspelled = (name: string): boolean =>
  name.includes('.') && subjects.has(name.split('.')[0]) && !Object.hasOwn(platformVariables, name);
