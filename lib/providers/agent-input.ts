import * as z from 'zod/mini';
import { AgentInput } from '#lib/contract/agents.ts';
import { shortened } from '#lib/domain/text.ts';
import { cleaned } from './bounds.ts';
import { objectOf } from './reading.ts';

/** An agent's fields as a provider has them. Some may not fit the platform's schema. */
export type SentAgent = { readonly [F in keyof AgentInput]?: unknown };

const maxNameLength = 200;

/**
 * Converts a provider's description of an agent. Fields that do not fit are omitted, because an agent without
 * a voice is better than none. If it has no name, `id` becomes its name.
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
    // An agent that is too large as a whole is reduced to the fields that identify it.
    const isStuck = kept.length === Object.keys(defined).length;
    fields = isStuck || faulty.has('name') ? { name: id } : Object.fromEntries(kept);
  }
};

/** Removes members without a value; undefined if none is left. */
export const definedOnly = (
  value: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined => {
  const members = Object.entries(value).filter(([, member]) => member !== undefined && member !== null);
  return members.length === 0 ? undefined : Object.fromEntries(members);
};
