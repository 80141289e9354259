import { expect, test } from 'vitest';
import type { Contract } from '#lib/contract/index.ts';
import type { ExamplesOf } from '#lib/openapi/examples/example.ts';
import { keyOf } from '#lib/store/keys.ts';
import type { KindOfItem } from '#lib/store/kinds.ts';
import { facetTable } from '#lib/store/lists/facet.ts';
import type { Asks } from '#lib/store/lists/listing.ts';
import { get } from '#lib/store/operations/get.ts';
import type { Request } from '#lib/store/operations/operation.ts';
import { remove } from '#lib/store/operations/remove.ts';
import type { Item } from '#lib/store/table.ts';
import type { Samples } from './support/samples.ts';

/*
 * Mistakes that the compiler has to report. `npm run typecheck` fails if one of them compiles, because an
 * expected error is then missing. The tests only keep the values in use.
 */

interface Filters {
  readonly status: string;
  readonly type: string;
}

test('a list that leaves a filter of the contract unanswered does not compile', () => {
  // @ts-expect-error The contract also declares `type`.
  const asks: Asks<Filters> = { status: (status) => ({ facets: { message_status: status } }) };
  expect(Object.keys(asks)).toEqual(['status']);
});

test('a facet that refers to a facet of another list does not compile', () => {
  const of = ({ status }: Filters) => status;
  const table = facetTable<Filters>()({
    // @ts-expect-error This list has no facet `agent`.
    status: { attribute: 'f1', of, rank: 0, with: ['agent'] },
  });
  expect(table.status.rank).toBe(0);
});

test('a facet of a field that its entity does not have does not compile', () => {
  const table = facetTable<Filters>()({
    // @ts-expect-error The entity has no `outcome`.
    outcome: { attribute: 'f1', of: ({ outcome }) => outcome, rank: 0 },
  });
  expect(Object.keys(table)).toEqual(['outcome']);
});

test('a route without a sample or an example does not compile', () => {
  // @ts-expect-error All routes but one are missing.
  const samples: Samples = { 'me.get': async () => ({}) };
  // @ts-expect-error The only route of this resource is missing.
  const examples: ExamplesOf<Extract<keyof Contract, 'me'>> = {};
  expect([Object.keys(samples), Object.keys(examples)]).toEqual([['me.get'], []]);
});

test('an item or a key of a kind that is not declared does not compile', () => {
  const keyed = { pk: 'memo#1', sk: 'record' };
  // @ts-expect-error No kind declares this key.
  const item: Item = { ...keyed, text: 'Call back' };
  // @ts-expect-error No kind declares this key.
  const requests: (() => unknown)[] = [() => get(keyed), () => remove(keyed)];
  // @ts-expect-error No kind declares this key.
  const written: Request = { Put: { TableName: 'table', Item: keyed } };
  // @ts-expect-error No kind has this name.
  requests.push(() => keyOf('memo', '1'));
  // @ts-expect-error The note's id is missing.
  expect(keyOf('note', 'conv_1').pk).toBe(keyOf('note', 'conv_1', 'note_1').pk);
  // @ts-expect-error The declaration does not say who erases, restores and exports it.
  const kind: KindOfItem = { pk: 'memo#<id>', sk: 'record', what: 'a memo' };
  expect([item, written, kind, requests]).toHaveLength(4);
});
