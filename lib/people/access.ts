import type { Caller } from '#lib/domain/caller.ts';
import { membersBehind } from '#lib/keys/api-keys.ts';
import type { Relation } from '#lib/store/keys.ts';
import { accessKey, idIn, isOfKind, keyOf } from '#lib/store/keys.ts';
import type { keyTemplates } from '#lib/store/kinds.static.ts';
import { openings } from '#lib/store/kinds.static.ts';
import type { ListedKind } from '#lib/store/kinds.ts';
import type { Operation } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import type { Item, Key } from '#lib/store/table.ts';

/*
 * A member who goes leaves more than keys: a connection lets people in, a webhook sends data out. So each
 * write of such an item leaves a note for the members who are behind its caller. The kinds are those that
 * `kinds.ts` declares, and the step that commits every write of a route adds the notes, so that no route can
 * forget them.
 */

let matchers: readonly { readonly kind: ListedKind; readonly fits: (item: Item) => boolean }[] | undefined;

const hasAction = (agent: Item, type: 'http' | 'mcp'): boolean =>
  Object.values(agent).some((value) => typeof value === 'string' && value.includes(`"type":"${type}"`));

/** An agent sends data out if it has a tool that asks a server. */
const postsToServer = (agent: Item): boolean => hasAction(agent, 'http');

/** Whether an agent acts outside of its conversations, perhaps with the tools of the version that is live. */
const mayAct = (agent: Item): boolean =>
  postsToServer(agent) || hasAction(agent, 'mcp') || (agent.live_version ?? null) !== null;

const listedKindOf = (item: Item): ListedKind | undefined => {
  matchers ??= openings.map((kind) => ({ kind, fits: isOfKind(kind) }));
  return matchers.find(({ fits }) => fits(item))?.kind;
};

const openingOf = (item: Item): ListedKind | undefined => {
  const kind = listedKindOf(item);
  return kind === 'agent' && !postsToServer(item) ? undefined : kind;
};

const itemIn = ({ request }: Operation): Item | undefined => request.Put?.Item as Item | undefined;

/**
 * Whether a write leaves something that may let somebody in or send data out. Its caller must still be good
 * at that moment: a member who was removed a second ago makes nothing that stays.
 */
export const mayOpen = (operations: readonly Operation[]): boolean =>
  operations.some((operation) => {
    const item = itemIn(operation);
    const kind = item && listedKindOf(item);
    return kind !== undefined && (kind !== 'agent' || mayAct(item as Item));
  });

/** The id under which something is noted: of a deployment, it is the whole of its key. */
export const notedId = (kind: ListedKind, { pk, sk }: Pick<Item, 'pk' | 'sk'>): string =>
  kind === 'deployment' ? `${idIn(pk)}#${idIn(sk)}` : idIn(pk);

/** The key of something, by the id under which it is noted. */
export const notedKey = (kind: ListedKind, noted: string): Key =>
  keyOf(kind, ...(noted.split('#') as [string, string]));

/** A kind whose key is not its own id: others make another one in the same place. */
type ReplaceableKind = {
  [K in ListedKind]: (typeof keyTemplates)[K] extends readonly [`${K}#<id>`, 'record'] ? never : K;
}[ListedKind];

/** Which of those that have had its place something is. */
const editions: Readonly<Record<ReplaceableKind, (item: Item) => string>> = {
  signing_secret: ({ updated_at }) => String(updated_at),
  deployment: ({ id }) => String(id),
};

export const isReplaceable = (kind: ListedKind): kind is ReplaceableKind => kind in editions;

/** Which of those that have had its place something is; undefined: its key is its own id. */
export const editionOf = (kind: ListedKind, item: Item): string | undefined =>
  isReplaceable(kind) ? editions[kind](item) : undefined;

/** Something that a member has to do with, as it was then. */
export interface NotedThing {
  readonly kind: ListedKind;
  readonly id: string;
  readonly edition?: string | undefined;
}

/** The note that a member has to do with something. */
export const noteItem = (memberId: string, relation: Relation, { kind, id, edition }: NotedThing): Item => ({
  ...accessKey(memberId, relation, kind, id),
  ...{ kind, id, relation },
  ...(edition !== undefined && { edition }),
});

/** The notes of a write for the members who are behind its caller. */
export const noteAccess = async (
  operations: readonly Operation[],
  caller: Caller | undefined,
): Promise<Operation<never>[]> => {
  const found = operations.flatMap((operation) => {
    const item = itemIn(operation);
    const kind = item && openingOf(item);
    // An API key itself stores who may know its secret.
    return item && kind && kind !== 'api_key' ? [{ item, kind }] : [];
  });
  // The first secret of an agent is made with its tools, and nobody has seen it.
  const opened = found.filter(
    ({ kind }) => kind !== 'signing_secret' || found.every((other) => other.kind !== 'agent'),
  );
  // A person who accepts an invitation is nobody's member yet: the inviter has made the member.
  if (opened.length === 0 || !caller || caller.person?.grant === null) return [];
  const members = await membersBehind(caller);
  return opened.flatMap(({ item, kind }) => {
    const relation = ((item.version as number | undefined) ?? 1) === 1 ? 'made' : 'changed';
    const noted = { kind, id: notedId(kind, item), edition: editionOf(kind, item) };
    return members.map((member) => put(noteItem(member, relation, noted)));
  });
};
