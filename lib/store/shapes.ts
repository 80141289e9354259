import type { Amount } from '#lib/domain/billing/money.ts';
import { toBillionths } from '#lib/domain/usage/figures.ts';
import type { ListName } from './keys.ts';
import { isOfKind } from './keys.ts';
import { keyTemplates } from './kinds.static.ts';
import type { Kind } from './kinds.ts';
import type { Item, ItemKey } from './table.ts';

/** Makes an item of one shape into one of the next. It must depend on nothing but the item. */
type Upgrade = (item: Item) => Item;

/** Before a kind had these fields. */
const withFields =
  (fields: Readonly<Record<string, unknown>>): Upgrade =>
  (item) => ({ ...item, ...fields });

/** Before the key that created it was stored. */
const withCreator = withFields({ created_by: null });

const withEnd = withFields({ expires_at: null });
const withMessages = withFields({ included_messages: 0, message_rate: '0' });

/** Before placing calls and erasing conversations had scopes: `conversations:write` was enough for both. */
const withOwnScopes: Upgrade = (item) => {
  const scopes = item.scopes as readonly string[];
  if (!scopes.includes('conversations:write')) return item;
  return { ...item, scopes: [...new Set([...scopes, 'calls:write', 'conversations:erase'])].sort() };
};

/** Before members made keys. */
const withMakers: Upgrade = ({ previous, ...item }) =>
  ({ ...item, made_by: [], known_to: [], previous: previous && { ...previous, known_to: [] } }) as Item;

const withMembers = withFields({ members: [] });

/** Before filters took several values. */
const withSeveralValues: Upgrade = (item) => {
  const names = ['agent_id', 'outcome', 'channel', 'sentiment', 'end_reason', 'status'];
  const filters = Object.entries(JSON.parse(item.filters as string) as Record<string, unknown>);
  const several = filters.map(([name, value]) => [name, names.includes(name) ? [value] : value]);
  return { ...item, filters: JSON.stringify(Object.fromEntries(several)) };
};

/**
 * Before entries of conversations had the provider, the verdict and the reviewer, and before claims of
 * providers' ids were found in lists. Only the record knows these, so `upgrade-table` writes such items
 * again. Until then, these read as absent.
 */
const incomplete: Upgrade = (item) => item;

/** Before a statement kept its costs by reporter, from which its margin follows. */
const withoutReporters: Upgrade = ({ margin: _margin, ...item }) => {
  const costs = JSON.parse(item.costs as string) as readonly Amount[] | object;
  if (!Array.isArray(costs)) return item as Item;
  const sums = costs.map(({ currency, amount }: Amount) => [currency, String(toBillionths(amount))]);
  return { ...item, costs: JSON.stringify(Object.fromEntries(sums)) } as Item;
};

/**
 * Kinds with updates of single attributes. An update would leave the number of the shape unchanged, so a
 * reader of such a kind has to accept that a new attribute is absent.
 */
type UpdatedKind =
  | 'counts'
  | 'rate'
  | 'agent_tests'
  | 'placed_calls'
  | 'waiting'
  | 'waiting_strangers'
  | 'knowledge_base'
  | 'last_use'
  | 'task'
  | 'webhook_pace';

type Upgradable = Exclude<Kind, UpdatedKind> | ListName;

/**
 * The upgrades of items since the first release, in order, for each kind of item and for the entries of each
 * list. An item has the number of its shape in `shape`; the first shape has none. Readers see only the newest
 * shape, and every write stores it. docs/runbooks/table-schema.md describes how to add an upgrade.
 */
const upgrades: Readonly<Partial<Record<Upgradable, readonly Upgrade[]>>> = {
  plan: [withMessages],
  plans: [withMessages],
  webhook: [withCreator, withEnd],
  webhooks: [withCreator, withEnd],
  integration: [withCreator],
  integrations: [withCreator],
  export: [withCreator, withSeveralValues],
  exports: [withCreator],
  api_key: [withOwnScopes, withMakers],
  api_keys: [withOwnScopes, withMembers],
  secret: [withOwnScopes],
  conversations: [incomplete],
  provider_id: [incomplete],
  statement: [withoutReporters],
};

const isKind = (name: string): name is Kind => Object.hasOwn(keyTemplates, name);

const shaped = Object.entries(upgrades).map(([name, steps]) => ({
  steps,
  fits: isKind(name) ? isOfKind(name) : ({ pk }: ItemKey) => pk.endsWith(`#${name}`),
}));

const upgradesOf = (key: ItemKey): readonly Upgrade[] => shaped.find(({ fits }) => fits(key))?.steps ?? [];

const shapeOf = ({ shape }: Item): number => (typeof shape === 'number' ? shape : 0);

/** Whether an item as it is stored has an older shape than this version writes. */
export const isOlder = (stored: Item): boolean => shapeOf(stored) < upgradesOf(stored).length;

/** Whether an item as it is stored was written by a later version, whose shape this one does not know. */
export const isNewer = (stored: Item): boolean => shapeOf(stored) > upgradesOf(stored).length;

/** A stored item in the newest shape. One that a later version wrote is left as it is. */
export const upgraded = (stored: Item): Item => {
  const steps = upgradesOf(stored);
  const from = shapeOf(stored);
  return from < steps.length
    ? { ...steps.slice(from).reduce((item, step) => step(item), stored), shape: steps.length }
    : stored;
};

/** An item as it is written, with the number of its shape, if its kind has ever changed. */
export const withShape = (item: Item): Item => {
  const { length } = upgradesOf(item);
  return length > 0 ? { ...item, shape: length } : item;
};
