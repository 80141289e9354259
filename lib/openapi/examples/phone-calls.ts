import type { ExamplesOf } from './example.ts';
import { conversation, integration } from './story.ts';

const params = { integration_id: integration.id };
const query = { conversation_id: conversation.id };

export const phoneCalls: ExamplesOf<'phoneCalls'> = {
  answer: {
    params,
    query,
    response:
      '<?xml version="1.0" encoding="UTF-8"?><Response><Connect action="https://api.example.com/v1/integrations/intg_1/voice/ended"><ConversationRelay url="wss://voice.example.com" language="en-GB"/></Connect></Response>',
  },
  end: {
    params,
    query,
    response: '<?xml version="1.0" encoding="UTF-8"?><Response><Dial>+441632960456</Dial></Response>',
  },
  report: { params, query, response: {} },
  record: { params, response: {} },
};
