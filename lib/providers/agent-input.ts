import * as z from 'zod/mini';
import { AgentInput } from '#lib/contract/agents.ts';
import { shortened } from '#lib/domain/text.ts';
import { cleaned } from './bounds.ts';
import { objectOf } from './reading.ts';

/** An agent's fields as a provider has them, some of which may not fit ours. */
export type SentAgent = { readonly [F in keyof AgentInput]?: unknown };

const maxNameLength = 200;

/**
 * An agent from what a provider says of it. A field that does not fit is left out, because an agent without a voice is more than no
 * agent; `id` is its name where it has none.
 */
export const agentInputOf = (id: string, sent: SentAgent): AgentInput => {
  const name = String(sent.name ?? '').trim();
  let fields: Record<string, unknown> = {
    ...objectOf(cleaned(sent)),
    name: shortened(name === '' ? id : name, maxNameLength),
  };
  for (;;) {
    const defined = Object.fromEntries(Object.entries(fields).filter(([, value]) => value != null));
    const parsed = z.safeParse(AgentInput, defined);
    if (parsed.success) return parsed.data;
    const faulty = new Set(parsed.error.issues.map(({ path }) => String(path[0] ?? '')));
    const kept = Object.entries(defined).filter(([field]) => !faulty.has(field));
    // What is too large as a whole is reduced to what identifies it.
    const isStuck = kept.length === Object.keys(defined).length;
    fields = isStuck || faulty.has('name') ? { name: id } : Object.fromEntries(kept);
  }
};

/** What has a number as its value, or nothing. */
export const definedOnly = (
  value: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined => {
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  return members.length === 0 ? undefined : Object.fromEntries(members);
};
