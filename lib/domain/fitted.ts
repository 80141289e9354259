import { shortened } from './text.ts';

type Json = Readonly<Record<string, unknown>>;

export const bytesAsJson = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

/**
 * An object of limited size: `bytes` as JSON. If it is larger, its largest members are omitted, and `omitted`
 * lists their names.
 */
export const fitted = (value: Json, bytes: number): Json => {
  if (bytesAsJson(value) <= bytes) return value;
  const members = Object.entries(value)
    .map(([name, member]) => ({ name, member, size: bytesAsJson(name) + bytesAsJson(member) + 2 }))
    .sort((one, other) => one.size - other.size || (one.name < other.name ? -1 : 1));
  // Room for the names of omitted members, which can be large as well.
  let roomForNames = Math.min(2000, bytes / 4);
  let room = bytes - roomForNames;
  const kept: Record<string, unknown> = {};
  const omitted: string[] = [];
  for (const { name, member, size } of members) {
    room -= size;
    if (room >= 0) kept[name] = member;
    else omitted.push(shortened(name, 60));
  }
  roomForNames -= bytesAsJson({ omitted: [] });
  const named = omitted.slice(0, 20).filter((name) => {
    roomForNames -= bytesAsJson(name) + 1;
    return roomForNames >= 0;
  });
  return { ...kept, omitted: named };
};
