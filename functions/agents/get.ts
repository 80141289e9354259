import { get } from '#lib/contract/agents.ts';
import { findAgent } from '#lib/data/agents.ts';
import { handle } from '#lib/http/handle.ts';

export const handler = handle(
  get,
  async ({ params, caller, fail }) => (await findAgent(caller, params.agent_id)) ?? fail('agent_not_found'),
);
