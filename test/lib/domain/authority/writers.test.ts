import { expect, test } from 'vitest';
import { AgentInput, AgentReplacement } from '#lib/contract/agents.ts';
import { ConversationInput, ConversationPatch } from '#lib/contract/conversations.ts';
import { writers } from '#lib/domain/authority/writers.ts';

const schemas = {
  conversation: { create: ConversationInput, update: ConversationPatch },
  agent: { create: AgentInput, update: AgentReplacement },
};

const cases = Object.entries(writers).flatMap(([entity, fields]) =>
  Object.entries(fields).map(([field, authority]) => ({
    entity: entity as keyof typeof writers,
    field,
    by: authority.by as readonly string[],
  })),
);

test.for(cases)('$entity.$field is written by the requests that the table names', ({ entity, field, by }) => {
  for (const way of ['create', 'update'] as const) {
    expect([way, field in schemas[entity][way].shape]).toEqual([way, by.includes(way)]);
  }
});
