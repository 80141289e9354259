import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../start-error.ts';

/** The description of an object. Its bytes are in a separate file. */
export interface StoredObject {
  readonly key: string;
  readonly size: number;
  /** Without quotes. */
  readonly etag: string;
  readonly modified: string;
  /** Headers to return with the object, for example the content type and user metadata. */
  readonly headers: Readonly<Record<string, string>>;
  /** The checksums it was sent with, by header. */
  readonly checksums: Readonly<Record<string, string>>;
  /** The file's name, which is new for every upload, so that readers of the old file are not affected. */
  readonly file: string;
  /** The object is deleted, and this version, which has no bytes, says so. Its file is only a name. */
  readonly isDeleteMarker?: true;
}

/** Bytes that were received but do not belong to an object yet. */
export interface ReceivedFile {
  readonly file: string;
  readonly size: number;
}

/** An event that is still to be delivered. */
export interface PendingEvent {
  readonly id: string;
  readonly bucket: string;
  readonly object: StoredObject;
}

const objectFile = (key: string): string => `${createHash('sha256').update(key).digest('hex')}.json`;

const missing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';

/** Writes a file atomically, even if the process is killed. */
const writeWhole = async (path: string, content: string): Promise<void> => {
  const scratch = `${path}.${randomUUID()}.tmp`;
  await writeFile(scratch, content);
  await rename(scratch, path);
};

const readJson = async <T>(path: string): Promise<T> => {
  const text = await readFile(path, 'utf8');
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new StartError(
      `${path} is damaged. Restore it, or delete it: the recording that it describes is lost then.`,
      { cause },
    );
  }
};

const jsonFilesIn = async (directory: string): Promise<string[]> => {
  const names = await readdir(directory).catch((error: unknown) => {
    if (missing(error)) return [];
    throw error;
  });
  return names.filter((name) => name.endsWith('.json')).map((name) => join(directory, name));
};

/**
 * One bucket on disk. An object appears when the small file that describes it is renamed. Other files that a
 * killed process left behind belong to no object and are removed at the next start.
 */
export const openBucket = async (root: string, bucket: string, isVersioned = false) => {
  const directory = join(root, bucket);
  const place = (part: 'objects' | 'bytes' | 'events') => join(directory, part);
  for (const part of ['objects', 'bytes', 'events'] as const) await mkdir(place(part), { recursive: true });

  /** The versions of each object, oldest first. Without versioning, there is one. */
  const objects = new Map<string, readonly StoredObject[]>();
  for (const file of await jsonFilesIn(place('objects'))) {
    const versions = [await readJson<StoredObject | StoredObject[]>(file)].flat();
    objects.set(versions[0]?.key ?? '', versions);
  }
  const kept = new Set([...objects.values()].flat().map(({ file }) => file));
  for (const name of await readdir(place('bytes'))) {
    if (!kept.has(name)) await rm(join(place('bytes'), name), { force: true });
  }
  for (const part of ['objects', 'events'] as const) {
    for (const name of await readdir(place(part))) {
      if (name.endsWith('.tmp')) await rm(join(place(part), name), { force: true });
    }
  }

  /** Serializes changes of a key. */
  const turns = new Map<string, Promise<unknown>>();
  const inTurn = async <T>(key: string, task: () => Promise<T>): Promise<T> => {
    const before = turns.get(key) ?? Promise.resolve();
    const mine = before.then(task, task);
    turns.set(key, mine);
    try {
      return await mine;
    } finally {
      if (turns.get(key) === mine) turns.delete(key);
    }
  };

  const current = (key: string): StoredObject | undefined => {
    const newest = objects.get(key)?.at(-1);
    return newest?.isDeleteMarker ? undefined : newest;
  };

  /** In the order of their keys' bytes. */
  const keys = (): string[] =>
    [...objects.keys()].sort((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)));

  /** Replaces the versions of an object, and removes the bytes of those that are gone. */
  const replace = async (key: string, versions: readonly StoredObject[]): Promise<void> => {
    const before = objects.get(key) ?? [];
    const path = join(place('objects'), objectFile(key));
    if (versions.length === 0) await rm(path, { force: true });
    else await writeWhole(path, JSON.stringify(versions.length === 1 ? versions[0] : versions));
    if (versions.length === 0) objects.delete(key);
    else objects.set(key, versions);
    for (const version of before) {
      if (!versions.includes(version)) await rm(bytesPath(version.file), { force: true });
    }
  };

  const bytesPath = (file: string) => join(place('bytes'), file);
  const eventPath = (id: string) => join(place('events'), `${id}.json`);

  return {
    /** An object, or one of its versions. */
    find: (key: string, version?: string): StoredObject | undefined =>
      version === undefined ? current(key) : objects.get(key)?.find(({ file }) => file === version),

    list: (): StoredObject[] => keys().flatMap((key) => current(key) ?? []),

    /** All versions, the newest one of each object first. */
    versions: (): StoredObject[] => keys().flatMap((key) => objects.get(key)?.toReversed() ?? []),

    /** Writes bytes to disk as they arrive. */
    receive: async (content: AsyncIterable<Buffer>): Promise<ReceivedFile> => {
      const file = randomUUID();
      let size = 0;
      const counted = async function* () {
        for await (const piece of content) {
          size += piece.length;
          yield piece;
        }
      };
      try {
        await pipeline(Readable.from(counted(), { objectMode: false }), createWriteStream(bytesPath(file)));
      } catch (error) {
        await rm(bytesPath(file), { force: true });
        throw error;
      }
      return { file, size };
    },

    discard: ({ file }: ReceivedFile): Promise<void> => rm(bytesPath(file), { force: true }),

    /** The bytes of a file, or of a range of it (inclusive). */
    read: (file: string, range?: { readonly start: number; readonly end: number }): Readable =>
      createReadStream(bytesPath(file), range),

    /** Opens an object's file, so that it can be read even if the object is replaced. */
    open: (object: StoredObject) => open(bytesPath(object.file)),

    /**
     * Makes received bytes an object and stores its event. `admit` may throw, depending on the existing
     * object at that moment.
     */
    put: (object: StoredObject, admit: (existing: StoredObject | undefined) => void): Promise<PendingEvent> =>
      inTurn(object.key, async () => {
        admit(current(object.key));
        const event: PendingEvent = { id: randomUUID(), bucket, object };
        await writeWhole(eventPath(event.id), JSON.stringify(event));
        await replace(object.key, isVersioned ? [...(objects.get(object.key) ?? []), object] : [object]);
        return event;
      }),

    /** Removes an object, or one of its versions. With versioning, a removed object keeps its versions. */
    remove: (key: string, modified: string, version?: string): Promise<void> =>
      inTurn(key, async () => {
        const versions = objects.get(key) ?? [];
        if (version !== undefined) {
          await replace(
            key,
            versions.filter(({ file }) => file !== version),
          );
        } else if (isVersioned) {
          const marker = { key, size: 0, etag: '', modified, headers: {}, checksums: {}, file: randomUUID() };
          await replace(key, [...versions, { ...marker, isDeleteMarker: true }]);
        } else await replace(key, []);
      }),

    /** Undelivered events of an earlier process, for objects that exist. */
    pendingEvents: async (): Promise<PendingEvent[]> => {
      const found: PendingEvent[] = [];
      for (const file of await jsonFilesIn(place('events'))) {
        const event = await readJson<PendingEvent>(file);
        if (current(event.object.key)?.file === event.object.file) found.push(event);
        else await rm(file, { force: true });
      }
      return found;
    },

    delivered: ({ id }: PendingEvent): Promise<void> => rm(eventPath(id), { force: true }),
  };
};

export type BucketStore = Awaited<ReturnType<typeof openBucket>>;
