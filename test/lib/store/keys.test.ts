import { expectTypeOf, test } from 'vitest';
import type { batchGet } from '#lib/store/operations/batch-get.ts';
import type { BatchWrite } from '#lib/store/operations/batch-write.ts';
import type { get } from '#lib/store/operations/get.ts';
import type { mustExist } from '#lib/store/operations/must-exist.ts';
import type { remove, removeVersion } from '#lib/store/operations/remove.ts';
import type { Item, Key } from '#lib/store/table.ts';

/** DynamoDB refuses a key with other attributes. The compiler checks this test. */
test('an item is no key, and every operation on one item takes a key', () => {
  expectTypeOf<Item>().not.toExtend<Key>();
  expectTypeOf<{ pk: string; sk: string }>().not.toExtend<Key>();
  expectTypeOf<typeof get>().parameter(0).toEqualTypeOf<Key>();
  expectTypeOf<typeof remove>().parameter(0).toEqualTypeOf<Key>();
  expectTypeOf<typeof removeVersion>().parameter(0).toEqualTypeOf<Key>();
  expectTypeOf<typeof mustExist>().parameter(0).toEqualTypeOf<Key>();
  expectTypeOf<typeof batchGet>().parameter(0).toEqualTypeOf<readonly Key[]>();
  expectTypeOf<BatchWrite['removals']>().toEqualTypeOf<readonly Key[] | undefined>();
});
