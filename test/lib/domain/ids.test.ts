import fc from 'fast-check';
import { parse } from 'uuid';
import { expect, test } from 'vitest';
import { createdAt, encodeUuid, newId } from '#lib/domain/ids.ts';

// Of the TypeID specification's own examples (github.com/jetify-com/typeid, spec/valid.yml), those that are
// UUIDs.
test.for([
  ['00000000-0000-0000-0000-000000000000', '00000000000000000000000000'],
  ['ffffffff-ffff-ffff-ffff-ffffffffffff', '7zzzzzzzzzzzzzzzzzzzzzzzzz'],
  ['01890a5d-ac96-774b-bcce-b302099a8057', '01h455vb4pex5vsknk084sn02q'],
] as const)('%s is written as %s', ([uuid, suffix]) => {
  expect(encodeUuid(parse(uuid))).toBe(suffix);
});

test('ids of one process are unique and in the order of their creation', () => {
  const ids = Array.from({ length: 5000 }, () => newId('conv'));
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
});

test('an id contains the time of its creation', () => {
  const before = new Date().toISOString();
  const id = newId('agent');
  expect(createdAt(id) >= before && createdAt(id) <= new Date().toISOString()).toBe(true);
  fc.assert(
    fc.property(fc.date({ min: new Date(0), max: new Date('2200-01-01'), noInvalidDate: true }), (date) => {
      const hex = date.getTime().toString(16).padStart(12, '0');
      const uuid = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
      expect(createdAt(`key_${encodeUuid(parse(uuid))}`)).toBe(date.toISOString());
    }),
  );
});
