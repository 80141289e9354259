import * as z from 'zod/mini';
import {
  described,
  docs,
  enumeration,
  id,
  LanguageTag,
  openObject,
  orNull,
  strictObject,
  text,
} from './fields.ts';
import { placeholdersIn } from './variables.ts';

export const ToolName = z
  .string()
  .check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, "_" and "-"'))
  .register(docs, { description: 'The tool’s name, unique within the agent', maxLength: 64 });

/** A call that is made again would be another one a minute later. */
const isLasting = (text: string): boolean =>
  placeholdersIn(text).every(({ name }) => !name.startsWith('now.'));

const Bind = z
  ._default(
    z
      .record(
        text(64),
        text(2000).check(z.refine(isLasting, 'must not have the time, which the server knows')),
      )
      .check(z.refine((bind) => Object.keys(bind).length <= 32, 'must have at most 32 names')),
    {},
  )
  .register(docs, {
    description:
      'Arguments that the platform sets, each with a text in which `{{name}}` is replaced by the variable of the conversation, such as `{{caller.number}}`. The language model does not see these arguments and cannot choose them',
  });

export const ToolEffect = enumeration(
  'ToolEffect',
  ['read', 'write'],
  'Whether the tool changes something. The same `write` call is made at most once for each turn of a conversation',
);

const HttpAction = strictObject('HttpAction', 'A request to your server', {
  type: z.literal('http').register(docs, { description: 'A signed POST to your server' }),
  url: z.url().check(z.maxLength(2000)).register(docs, {
    description: 'The address of your server, with `https:`. Redirects are not followed',
  }),
  effect: z._default(ToolEffect, 'read'),
  timeout_seconds: z
    ._default(z.int().check(z.minimum(1), z.maximum(10)), 5)
    .register(docs, { description: 'The time within which the server must answer, in seconds' }),
  bind: Bind,
});
export type HttpAction = z.output<typeof HttpAction>;

const McpAction = strictObject(
  'McpAction',
  'A call of a tool at an MCP server. A tool without a description or parameters takes those of the server',
  {
    type: z.literal('mcp').register(docs, { description: 'A call to an MCP server' }),
    tool_server_id: id('tsrv', 'The tool server, of the agent’s organization or of one above'),
    tool: described(text(128), 'The name of the tool at the server'),
    effect: z._default(ToolEffect, 'read'),
    bind: Bind,
  },
);
export type McpAction = z.output<typeof McpAction>;

const PageAction = strictObject(
  'PageAction',
  'A function of the page that shows the chat, which sends the result',
  {
    type: z.literal('page').register(docs, { description: 'The page that shows the chat' }),
  },
);

const BuiltinName = enumeration(
  'BuiltinName',
  ['hand_over', 'end', 'transfer', 'send_digits', 'switch_language'],
  '`hand_over`: a person takes over, in a call at the `fallback_number` of the agent; `end`: the conversation ends; `transfer`: the call is transferred to `number`; `send_digits`: the agent presses keys in the call, such as those of a telephone menu, and its answer ends with them; `switch_language`: the agent speaks and understands another of its languages from then on, in the call. The platform knows the `parameters` of `send_digits` and `switch_language`, and ignores those of the tool. The agent does not get a tool that has no effect where it speaks: `transfer`, `send_digits` and `switch_language` in a chat, or `transfer` and `hand_over` in a call that may not be transferred to the number',
);
export type BuiltinName = z.output<typeof BuiltinName>;

const SpokenLanguage = strictObject('SpokenLanguage', 'A language that the agent may change to', {
  language: described(LanguageTag, 'The language: a BCP 47 tag such as `fr-FR`'),
  voice_id: described(
    orNull(text(200)),
    'The id of its voice, at the provider in the agent’s `voice`. If null, or if the carrier has no voices of that provider, the carrier’s usual voice',
  ),
});
export type SpokenLanguage = z.output<typeof SpokenLanguage>;

const differ = (languages: readonly SpokenLanguage[]): boolean =>
  new Set(languages.map(({ language }) => language.toLowerCase())).size === languages.length;

const BuiltinAction = z
  .strictObject({
    type: z.literal('builtin').register(docs, { description: 'An ability of the platform' }),
    name: BuiltinName,
    number: orNull(
      z.string().check(z.regex(/^\+[1-9]\d{1,14}$/, 'must be a phone number in E.164 format')),
    ).register(docs, {
      description: 'The number that a call is transferred to, which the language model cannot choose',
      maxLength: 16,
    }),
    languages: described(
      orNull(
        z
          .array(SpokenLanguage)
          .check(z.minLength(1), z.maxLength(20), z.refine(differ, 'must be different languages')),
      ),
      'The languages of `switch_language` beside the agent’s `language`, which it can change back to. An agent has at most one tool with this action. In them, the sentences of the platform take the place of `disclosure`, `filler`, `failure_message` and `limit_message`',
    ),
  })
  .check(
    z.refine(({ name, languages }) => (name === 'switch_language') === (languages !== null), {
      error: 'must be set for `switch_language`, and only then',
      path: ['languages'],
    }),
    z.refine(({ name, number }) => (name === 'transfer') === (number !== null), {
      error: 'must be set for `transfer`, and only then',
      path: ['number'],
    }),
  )
  .register(docs, { id: 'BuiltinAction', description: 'An ability of the platform' });

export type BuiltinAction = z.output<typeof BuiltinAction>;

export const ToolAction = z
  .discriminatedUnion('type', [HttpAction, McpAction, PageAction, BuiltinAction])
  .register(docs, { id: 'ToolAction', description: 'The action to run when the agent calls the tool' });
export type ToolAction = z.output<typeof ToolAction>;

export const Tool = strictObject('Tool', 'A function that the agent may call during a conversation', {
  name: ToolName,
  description: described(
    orNull(text(4000)),
    'A description for the language model: the purpose of the tool, and when to call it',
  ),
  parameters: z
    ._default(openObject(32_768), {})
    .register(docs, { description: 'The JSON Schema of the tool’s arguments' }),
  action: described(
    orNull(ToolAction),
    'The action to run when the agent calls the tool in a conversation that the platform holds. If null, the call is returned to the client that runs the agent. Setting an address that receives callers’ data requires the scope `conversations:read`',
  ),
});
export type Tool = z.output<typeof Tool>;
