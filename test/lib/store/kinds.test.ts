import { expect, test } from 'vitest';
import { ExportResource } from '#lib/contract/exports.ts';
import { kindOf } from '#lib/store/keys.ts';
import { keyTemplates } from '#lib/store/kinds.static.ts';
import type { Kind, KindOfItem } from '#lib/store/kinds.ts';
import { kinds } from '#lib/store/kinds.ts';
import { facetNamed, facetNames } from '#lib/store/lists/facets.ts';
import { isErasedWith, partitionsErasedWith } from '#lib/store/operations/remove-belongings.ts';
import { indexOf } from '#lib/store/table-definition.ts';

const sampleOf = (template: string): string => template.replace(/<[^>]+>/g, 'x');

test.for(Object.keys(kinds) as Kind[])('an item of the kind %s is taken for no other kind', (kind) => {
  const [pk, sk] = keyTemplates[kind];
  expect(kindOf({ pk: sampleOf(pk), sk: sampleOf(sk) })).toBe(kind);
});

test('each resource of an export is of a kind', () => {
  const exported = Object.values(kinds).flatMap((kind) => kind.exported ?? []);
  expect(exported.sort()).toEqual([...ExportResource.options].sort());
});

test('everything in the partitions of a conversation is erased with it, except its record and its figures', () => {
  expect(partitionsErasedWith('conversation', 'conv_1').sort()).toEqual([
    'conversation#conv_1',
    'deliveries#conv_1',
    'tool_call#conv_1',
  ]);
  const pk = 'conversation#conv_1';
  expect(isErasedWith('conversation', { pk, sk: 'turns#00000000' })).toBe(true);
  expect(isErasedWith('conversation', { pk, sk: 'words' })).toBe(true);
  expect(isErasedWith('conversation', { pk, sk: 'record' })).toBe(false);
  expect(isErasedWith('conversation', { pk, sk: 'usage' })).toBe(false);
});

test('the docs describe each kind of item and each index', async () => {
  const named = (template: string) => template.replace(/:\d+>/, '>');
  const rows = Object.values<KindOfItem>(kinds).map(
    ({ pk, sk = 'record', what, erasedWith, restored, opens }) =>
      `| \`${pk}\` | \`${named(sk)}\` | ${what} | ${erasedWith.join(', ') || '–'} | ${restored ?? '–'} | ${opens ?? '–'} |`,
  );
  const facets = facetNames.map((name) => {
    const { filter } = facetNamed(name);
    return `| \`${indexOf(name)}\` | ${name} | ${filter ? `\`${filter}\`` : '–'} |`;
  });
  const page = `# Items of the table

The platform stores everything in [one DynamoDB table](table.md). [\`lib/store/kinds.ts\`](../lib/store/kinds.ts)
declares each kind of item, and this page is generated from it:
\`npx vitest run test/lib/store/kinds.test.ts -u\`.

## Kinds

An owner is an organization's id, or \`platform\`. "Erased with" names the entity whose erasure removes the
item, and "expiry" items that DynamoDB deletes. An item with neither has no personal data, and outlives what
it is about. "Restored" says how an item comes back when one organization is restored: copied, or derived from
what is copied. "Without its maker" says what becomes of an item that lets somebody in or sends data out when
the member who made it goes: it is listed until somebody ends or keeps it, or it ends.

| partition key | sort key | an item is | erased with | restored | without its maker |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}

## Indexes

Each index has one attribute of listing entries as its partition key, and the sort key of the table. Several
lists may share an index, because keys contain the name of the facet and the list's owner. \`by_f12\` has the
claims of ids instead of entries, in the order of the paths of their organizations, and \`by_name\` serves
filters by the beginning of a name.

| index | facet | filter |
| --- | --- | --- |
${facets.join('\n')}
`;
  const message = 'docs/items.md is old: run this file with -u, and look at the difference';
  await expect(page, message).toMatchFileSnapshot('../../../docs/items.md');
});
