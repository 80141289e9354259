import * as z from 'zod/mini';
import { described, docs, enumeration, object, Timestamp } from '../fields.ts';

export const Handling = enumeration(
  'Handling',
  ['agent', 'waiting', 'human'],
  'The one who answers in a chat or a call: the agent, nobody until a person takes over (in chats only), or a person',
);

export const CallControlAction = enumeration(
  'CallControlAction',
  ['end', 'say', 'instruct', 'transfer'],
  'The intervention. `end`: the call ends; `say`: the agent’s voice speaks `text` in place of what it says; `instruct`: the agent follows `text` in its next answer, and nobody hears it; `transfer`: the call goes on at `to`, without the agent',
);
export type CallControlAction = z.output<typeof CallControlAction>;

export const Handover = object('Handover', 'The handover of a chat to people', {
  requested_at: described(Timestamp, 'When a person was asked for, or took over'),
  reason: z.nullable(z.string().check(z.maxLength(1000))).register(docs, {
    description: 'Why a person was asked for, in the words of the one who asked; null if unknown',
  }),
  answer_by: described(
    z.nullable(Timestamp),
    'When the agent resumes if nobody has answered; null if it waits until the end of the chat, or if a person has answered',
  ),
  author: z.nullable(z.string().check(z.maxLength(100))).register(docs, {
    description:
      'The name of the person who answered last; `Staff` if the provider reports none, if the person has left, and in messages of webhooks for everybody who has signed in; null while nobody has answered',
  }),
});
export type Handover = z.output<typeof Handover>;
