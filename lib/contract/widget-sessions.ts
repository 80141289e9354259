import * as z from 'zod/mini';
import { ChatVariables, startedChat } from './chats.ts';
import { Branding } from './client-settings.ts';
import { described, docs, id, object, strictObject } from './fields.ts';
import { route } from './route.ts';
import { Widget } from './widgets.ts';

const WidgetSessionInput = strictObject('WidgetSessionInput', 'The chat that a visitor begins', {
  widget_id: id('wdg', 'The widget of the page'),
  variables: z._default(ChatVariables, {}),
});

const WidgetSession = object('WidgetSession', 'A chat that a visitor has begun', {
  conversation_id: id('conv', 'The conversation’s id'),
  ...startedChat,
});

const WidgetPage = object('WidgetPage', 'The part of a widget that its page shows', {
  id: id('wdg', 'The widget’s id'),
  name: z
    .nullable(z.string().check(z.maxLength(200)))
    .register(docs, { description: 'The name above the chat' }),
  color: z
    .nullable(z.string().check(z.maxLength(7)))
    .register(docs, { description: 'The color of buttons, such as `#0f766e`; null: the default' }),
  logo: z.nullable(Branding.shape.logo.def.innerType).register(docs, {
    description: 'The logo of the branding as a `data:` URL; null: none',
  }),
  position: Widget.shape.appearance.def.innerType.shape.position.def.innerType,
  texts: Widget.shape.texts.def.innerType,
  require_token: described(z.boolean(), 'Whether the page needs a token of its server to begin a chat'),
  frame: described(z.boolean(), 'Whether the frame of the platform may show the widget'),
  voice: described(z.boolean(), 'Whether the page can offer to talk'),
  handover: described(z.boolean(), 'Whether the page can offer a person, because the agent has `handover`'),
});

export const page = route('GET /v1/live/widgets/{widget_id}', {
  summary: 'Get the looks of a widget',
  description:
    'For the page of a widget, before somebody chats. The answer is the same for everybody; only pages of the widget’s `origins` can read it in a browser.',
  public: true,
  keptSeconds: 60,
  response: WidgetPage,
  errors: ['widget_unavailable', 'origin_not_allowed'],
});

export const create = route('POST /v1/live/widget-sessions', {
  summary: 'Begin a chat on the page of a widget',
  description:
    'Sent by the page when a visitor opens the chat. It needs no key: the limits of the widget bound what strangers can use. The `Origin` of a browser must be one of the widget’s; other programs can send any. Chats above a limit get 429 `rate_limited` with `Retry-After`. The conversation has the channel `web` and the widget in `metadata.widget_id`.',
  public: true,
  changesNothing: true,
  body: WidgetSessionInput,
  status: 201,
  location: '/v1/conversations/{conversation_id}/messages',
  response: WidgetSession,
  errors: ['widget_not_found', 'widget_unavailable', 'origin_not_allowed', 'token_required', 'rate_limited'],
});
