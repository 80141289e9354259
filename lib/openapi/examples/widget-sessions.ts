import type { ExamplesOf } from './example.ts';
import { conversation, widget } from './story.ts';

const greeting = 'Hello, this is Pia of Harbor Dental. I am an AI assistant. How can I help you?';

export const widgetSessions: ExamplesOf<'widgetSessions'> = {
  page: {
    params: { widget_id: widget.id },
    response: {
      id: widget.id,
      name: 'Harbor Dental',
      color: '#0f766e',
      logo: null,
      position: 'end',
      texts: widget.texts,
      require_token: false,
      frame: false,
      voice: false,
      handover: false,
    },
  },
  create: {
    body: { widget_id: widget.id },
    response: {
      conversation_id: conversation.id,
      message: greeting,
      session_token: 'vac_4PnUq0x1NwJZcGkT9yRb3sVd7mHfLa6eKoWi2tXjB8QzYpC5r',
    },
  },
};
