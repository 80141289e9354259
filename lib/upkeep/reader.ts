import { inBatches } from '#lib/domain/batches.ts';
import { keyIn } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/operations/batch-get.ts';
import type { Item, OfKind } from '#lib/store/table.ts';

/** Reads an item. Reads are batched, and each item is read only once. */
export type Reader = (key: OfKind) => Promise<Item | undefined>;

const atOnce = 100;

interface Wish {
  readonly key: OfKind;
  readonly resolve: (item: Item | undefined) => void;
  readonly reject: (error: unknown) => void;
}

const read = async (wishes: readonly Wish[]): Promise<void> => {
  try {
    const items = await batchGet(wishes.map(({ key }) => keyIn(key)));
    for (const [at, { resolve }] of wishes.entries()) resolve(items[at]);
  } catch (error) {
    for (const { reject } of wishes) reject(error);
  }
};

export const createReader = (): Reader => {
  const known = new Map<string, Promise<Item | undefined>>();
  let open: Wish[] = [];

  const flush = async (): Promise<void> => {
    const wishes = open;
    open = [];
    for (const together of inBatches(wishes, atOnce)) await read(together);
  };

  return (key) => {
    const name = `${key.pk}\n${key.sk}`;
    const asked = known.get(name);
    if (asked) return asked;
    if (open.length === 0) setImmediate(flush);
    const item = new Promise<Item | undefined>((resolve, reject) => {
      open.push({ key, resolve, reject });
    });
    known.set(name, item);
    return item;
  };
};
