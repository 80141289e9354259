import * as z from 'zod/mini';
import { VariableName } from './chats.ts';
import { Branding } from './client-settings.ts';
import {
  createdBy,
  described,
  docs,
  entity,
  enumeration,
  id,
  LanguageTag,
  label,
  Metadata,
  object,
  orNull,
  patched,
  patchOf,
  strictObject,
  text,
} from './fields.ts';
import { pagesOfOrganization } from './page.ts';
import { created, entityOf, route } from './route.ts';

/** The origin of a page, as a browser sends it: with HTTPS, or on the visitor's own machine. */
const PageOrigin = z
  .string()
  .check(
    z.maxLength(300),
    z.regex(
      /^(https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?|http:\/\/(localhost|127\.0\.0\.1))(:[1-9][0-9]{0,4})?$/,
      'must be an origin in lower case such as https://www.example.com, or of localhost',
    ),
  )
  .register(docs, { examples: ['https://www.example.com'], maxLength: 300 });

const WidgetStatus = enumeration(
  'WidgetStatus',
  ['active', 'paused'],
  'Whether people can chat. `paused`: no chat begins, and messages in those that have begun are refused',
);

const WidgetPosition = enumeration(
  'WidgetPosition',
  ['end', 'start'],
  'The corner of the page at which the button is: at the end of its lines, which is the right one in English, or at their start',
);

const accentColor = Branding.shape.accent_color.def.innerType;

const looks = {
  name: described(orNull(label(80)), 'The name above the chat; null: that of the branding, or of the agent'),
  color: described(
    orNull(accentColor),
    'The color of buttons and of the messages of the user; null: that of the branding',
  ),
  position: z._default(WidgetPosition, 'end'),
};

const WidgetAppearance = strictObject('WidgetAppearance', 'The looks of a widget', looks);

const words = {
  title: described(orNull(label(80)), 'The text on the button that opens the chat'),
  disclosure: described(
    orNull(text(500)),
    'The line above the first message, which says that an AI answers. Null: the default in the language of the page',
  ),
  placeholder: described(orNull(label(80)), 'The text in the empty field for messages'),
};

const WidgetTexts = strictObject(
  'WidgetTexts',
  'The texts of a widget in one language; null: the default',
  words,
);

const TextsByLanguage = z
  .record(LanguageTag, WidgetTexts)
  .check(z.refine((texts) => Object.keys(texts).length <= 10, 'must have at most 10 languages'))
  .register(docs, {
    id: 'WidgetTextsByLanguage',
    description: 'The texts by BCP 47 language tag. Pages in other languages have the defaults',
  });

const standardLimits = {
  chats_per_visitor_hour: 10,
  messages_per_visitor_hour: 60,
  talks_per_visitor_hour: 20,
  open_chats: 100,
  chats_per_day: 1000,
  messages_per_day: 2000,
  model_tokens_per_day: 10_000_000,
  listening_minutes_per_visitor_day: 60,
  listening_minutes_per_day: 300,
  spoken_characters_per_day: 1_000_000,
};

const limit = (name: keyof typeof standardLimits, most: number, description: string) =>
  z
    ._default(z.int().check(z.minimum(0), z.maximum(most)), standardLimits[name])
    .register(docs, { description });

const limits = {
  chats_per_visitor_hour: limit(
    'chats_per_visitor_hour',
    1000,
    'The chats that an address may begin in an hour, and those in which it may ask for a person',
  ),
  messages_per_visitor_hour: limit(
    'messages_per_visitor_hour',
    10_000,
    'The messages that an address may send in an hour',
  ),
  talks_per_visitor_hour: limit(
    'talks_per_visitor_hour',
    1000,
    'The streams of recognized speech that an address may begin in an hour',
  ),
  open_chats: limit('open_chats', 10_000, 'The chats of the widget that may be open at the same time'),
  chats_per_day: limit('chats_per_day', 1_000_000, 'The chats that may begin on a day in UTC'),
  messages_per_day: limit('messages_per_day', 1_000_000, 'The messages that may be sent on a day in UTC'),
  model_tokens_per_day: limit(
    'model_tokens_per_day',
    1_000_000_000,
    'The tokens that answers to visitors may use on a day in UTC',
  ),
  listening_minutes_per_visitor_day: limit(
    'listening_minutes_per_visitor_day',
    1_000_000,
    'The minutes of speech of an address that may be recognized on a day in UTC. 30 are reserved for each talk in progress',
  ),
  listening_minutes_per_day: limit(
    'listening_minutes_per_day',
    1_000_000,
    'The minutes of speech that may be recognized on a day in UTC. 30 are reserved for each talk in progress',
  ),
  spoken_characters_per_day: limit(
    'spoken_characters_per_day',
    1_000_000_000,
    'The characters that the operator’s voice may speak to visitors on a day in UTC. Answers above it have no audio',
  ),
};

const WidgetLimits = strictObject(
  'WidgetLimits',
  'The use that strangers may make of the agent. An address is the visitor’s IP address, or the first 56 bits of an IPv6 address',
  limits,
);

const writable = {
  name: text(200).register(docs, { description: 'The name, for people of the organization' }),
  status: z._default(WidgetStatus, 'active'),
  origins: z._default(z.array(PageOrigin).check(z.maxLength(20)), []).register(docs, {
    description: 'The pages that may show the widget, by their origins',
  }),
  frame: z._default(z.boolean(), false).register(docs, {
    description:
      'Whether the platform’s own frame shows the widget as well. Any page may embed the frame, whatever `origins` says. Refused with `require_token`, because the frame takes no token',
  }),
  require_token: z._default(z.boolean(), false).register(docs, {
    description:
      'Whether only your server begins chats, with its API key (`POST /v1/agents/{agent_id}/chats` with `widget_id`), and gives the page their tokens',
  }),
  voice: z._default(z.boolean(), false).register(docs, {
    description:
      'Whether the page offers to talk, and visitors hear the agent, where the operator has set up recognition of speech for widgets (`ears` in the settings of the stack) or the agent’s organization has connected an account at Deepgram',
  }),
  public_variables: z._default(z.array(VariableName).check(z.maxLength(20)), []).register(docs, {
    description: 'The variables that pages may set, except those that a tool binds',
  }),
  appearance: z._default(WidgetAppearance, { name: null, color: null, position: 'end' }),
  texts: z._default(TextsByLanguage, {}),
  limits: z._default(WidgetLimits, standardLimits),
  metadata: z._default(Metadata, {}),
};

export const Widget = object('Widget', 'A chat with an agent, for any website', {
  ...entity('wdg'),
  client_id: id('client', 'The organization that the chats of the widget belong to'),
  agent_id: id('agent', 'The agent that answers'),
  created_by: createdBy('widget'),
  ...writable,
});
export type Widget = z.output<typeof Widget>;

export const WidgetItem = z
  .pick(Widget, {
    id: true,
    created_at: true,
    updated_at: true,
    version: true,
    client_id: true,
    agent_id: true,
    name: true,
    status: true,
    origins: true,
  })
  .register(docs, { id: 'WidgetItem', description: 'A widget as it appears in a list' });
export type WidgetItem = z.output<typeof WidgetItem>;

/** Nothing gives a frame the token of a chat. */
const startable = ({
  value,
  issues,
}: z.core.ParsePayload<{ readonly frame: boolean; readonly require_token: boolean }>): void => {
  if (!value.frame || !value.require_token) return;
  const message = 'must be false with require_token: the frame takes no token of your server';
  issues.push({ code: 'custom', path: ['frame'], message, input: value });
};

export const WidgetInput = z
  .strictObject({
    client_id: z.optional(id('client')).register(docs, {
      description:
        'The organization that the chats belong to: the agent’s, which is the default, or one of its descendants',
    }),
    agent_id: id('agent', 'The agent that answers'),
    ...writable,
  })
  .check(startable)
  .register(docs, { id: 'WidgetInput', description: 'A new widget' });
export type WidgetInput = z.output<typeof WidgetInput>;

/** Everything that a patch can change. */
export const WidgetContent = z.strictObject(writable).check(startable);
export type WidgetContent = z.output<typeof WidgetContent>;

const WidgetTextsPatch = strictObject(
  'WidgetTextsPatch',
  'The texts to change in a language',
  patchOf(words),
);

export const WidgetPatch = strictObject('WidgetPatch', 'A merge patch (RFC 7396) for a widget', {
  ...patchOf(writable),
  appearance: described(
    patched(strictObject('WidgetAppearancePatch', 'The looks to change', patchOf(looks))),
    'The looks to change; null resets all',
  ),
  texts: described(
    patched(
      z.record(LanguageTag, z.nullable(WidgetTextsPatch)).register(docs, {
        id: 'WidgetTextsByLanguagePatch',
        description: 'The texts to change by language; null removes a language',
      }),
    ),
    'The texts to change; null removes all',
  ),
  limits: described(
    patched(strictObject('WidgetLimitsPatch', 'The limits to change', patchOf(limits))),
    'The limits to change; null resets all',
  ),
});

export const list = route('GET /v1/widgets', {
  summary: 'List widgets, newest first',
  description: 'Lists the widgets of an organization and its descendants.',
  scope: 'agents:read',
  ...pagesOfOrganization('WidgetList', WidgetItem, 'widgets'),
});

export const create = route('POST /v1/widgets', {
  summary: 'Create a widget',
  description:
    'Lets people chat with an agent on any website. Its pages show the element `<voice-agent widget="…">` of the script that the console names, or a frame.',
  scope: 'agents:write',
  body: WidgetInput,
  audit: 'widget.created',
  ...created('/v1/widgets/{id}', Widget),
  errors: ['agent_not_found', 'client_not_found', 'agent_not_serving_client', 'client_suspended'],
});

export const get = route('GET /v1/widgets/{widget_id}', {
  summary: 'Get a widget',
  description: 'Returns the widget with its settings.',
  scope: 'agents:read',
  ...entityOf(Widget),
});

export const update = route('PATCH /v1/widgets/{widget_id}', {
  summary: 'Update a widget',
  description:
    'Changes the fields that are sent. Agent and organization cannot be changed. Pages show the change within a minute.',
  scope: 'agents:write',
  body: WidgetPatch,
  audit: 'widget.updated',
  ...entityOf(Widget),
});

export const remove = route('DELETE /v1/widgets/{widget_id}', {
  summary: 'Remove a widget',
  description:
    'Removes the widget. Its conversations stay, and take no further messages from the pages that began them.',
  scope: 'agents:write',
  audit: 'widget.removed',
  etag: Widget,
});
