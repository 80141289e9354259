import { hash } from 'node:crypto';
import { platform } from '#lib/domain/caller.ts';

/*
 * A partition takes 1,000 write units a second
 * (docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html). The lists of
 * conversations of the platform and of the organizations directly below it, into which all their descendants
 * write, are spread over several partitions, and merged when they are read.
 */

/** The number of partitions of such a list. A change would hide existing entries. */
const shardsOfLargeLists = 8;

/** The embedded table has no partitions to spread over, so the platform on one machine sets the number. */
const largeLists = (): number => Number(process.env.LIST_SHARDS ?? shardsOfLargeLists);

/** The owner of a list, and the number of partitions over which the list is spread. */
export interface ListOwner {
  readonly id: string;
  readonly shards: number;
  /** The number of organizations of its path; 0: the platform. */
  readonly level: number;
  readonly path: readonly string[];
}

/**
 * The owner at the end of a path, from the topmost organization down; an empty path leads to the platform.
 */
export const ownerAt = (path: readonly string[]): ListOwner => ({
  id: path.at(-1) ?? platform,
  shards: path.length <= 1 ? largeLists() : 1,
  level: path.length,
  path,
});

/** The same, of a list that is not spread. */
export const unspreadAt = (path: readonly string[]): ListOwner => ({ ...ownerAt(path), shards: 1 });

/** The owners of the lists that an entity is in: the platform, and every organization of its path. */
export const listOwnersOf = (path: readonly string[]): ListOwner[] =>
  [[], ...path.map((_, at) => path.slice(0, at + 1))].map(ownerAt);

const shardName = ({ id, shards }: ListOwner, shard: number): string =>
  shards === 1 ? id : `${id}.${shard}`;

/** The names of the parts of a list, which replace the owner in keys. */
export const shardNames = (owner: ListOwner): string[] =>
  Array.from({ length: owner.shards }, (_, shard) => shardName(owner, shard));

/** The name of the part of a list that an entity is in. */
export const shardNameOf = (owner: ListOwner, entityId: string): string =>
  shardName(
    owner,
    owner.shards === 1 ? 0 : hash('sha256', entityId, 'buffer').readUInt32BE(0) % owner.shards,
  );
