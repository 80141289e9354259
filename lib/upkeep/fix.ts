import { countConversations } from '#lib/billing/counting.ts';
import { mendUsage } from './usage.ts';
import type { Verification } from './verify-table.ts';

const beginning = 'conversation#';

/** Repairs usage, which can be computed from other data. Returns whether anything had to be repaired. */
export const fix = async ({ findings, usage }: Verification): Promise<boolean> => {
  const ids = findings.flatMap(({ key: { pk } }) =>
    pk.startsWith(beginning) ? [pk.slice(beginning.length)] : [],
  );
  await countConversations(ids);
  await mendUsage(new Set(usage.map(({ owner }) => owner)));
  return ids.length + usage.length > 0;
};
