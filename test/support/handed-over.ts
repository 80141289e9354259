import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { organization } from '../fixtures.ts';
import type { Answer } from './model-server.ts';
import { planAnswers } from './model-server.ts';

/** A chat with an agent that hands over, whose model answers as planned. */
export const chatWithPeople = async (
  answers: readonly Answer[],
  handover: { answer_within_minutes: number; unanswered_message: string } | null = null,
) => {
  const marker = randomUUID();
  const asked = await planAnswers(inject('modelServer'), marker, answers);
  const org = await organization();
  const { id: agent_id } = await org.api.agents.create({
    body: {
      name: 'Pia',
      prompt: `You are Pia (${marker}).`,
      model: { id: 'test-model' },
      tools: [{ name: 'get_person', action: { type: 'builtin', name: 'hand_over' } }],
      handover,
    },
  });
  const chat = await org.api.chats.create({ params: { agent_id }, body: {} });
  const params = { conversation_id: chat.id };
  const send = (text: string, idempotencyKey: string = randomUUID()) =>
    org.api.chats.send({ params, body: { text }, idempotencyKey });
  const said = async () =>
    (await org.api.chats.messages({ params, query: {} })).data.map(({ role, text, author }) => [
      author ?? role,
      text,
    ]);
  return { org, api: org.api, chat, params, agent_id, asked, send, said };
};
