import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeUuid, encodeUuid } from '#lib/domain/ids.ts';
import type { OpenSegment, PartOf, Question } from '#lib/domain/search/candidates.ts';
import { propose, requirePrefix, requireTerm } from '#lib/domain/search/candidates.ts';
import type { Documents } from '#lib/domain/search/documents.ts';
import { sortAt, versionAt } from '#lib/domain/search/documents.ts';
import type { IndexedDocument, Source } from '#lib/domain/search/merge.ts';
import { mergeSegments, sourceOf } from '#lib/domain/search/merge.ts';
import { readPostings, termOf } from '#lib/domain/search/postings.ts';
import type { PartSizes } from '#lib/domain/search/segment.ts';
import {
  decodeDocumentsPart,
  decodeFirst,
  documentsPart,
  partSizes,
  postingsPart,
  rootPart,
  unsqueeze,
} from '#lib/domain/search/segment.ts';

type Parts = ReadonlyMap<string, Buffer>;

const made = async (sources: readonly Source[], sizes?: PartSizes): Promise<Parts> => {
  const parts = new Map<string, Buffer>();
  for await (const { name, bytes } of mergeSegments(sources, sizes)) {
    parts.set(name, unsqueeze(bytes));
  }
  return parts;
};

const partIn = (parts: Parts, name: string): Buffer => {
  const bytes = parts.get(name);
  if (!bytes) throw new Error(`There is no part ${name}`);
  return bytes;
};

/** The content of a segment, read part by part. */
const sourceIn = (parts: Parts): Source => {
  const first = decodeFirst(partIn(parts, rootPart));
  if (first.kind === 'whole') {
    return { documents: first.documents, postings: [readPostings(first.postings, first.size)] };
  }
  const tables: Documents[] = [];
  for (let at = 0; parts.has(documentsPart(at)); at += 1) {
    tables.push(decodeDocumentsPart(partIn(parts, documentsPart(at)), first, at));
  }
  const documents = {
    size: first.size,
    times: Float64Array.from(tables.flatMap(({ times }) => [...times])),
    ids: Buffer.concat(tables.map(({ ids }) => ids)),
    versions: Uint32Array.from(tables.flatMap(({ versions }) => [...versions])),
  };
  const pages = first.starts.map((_, at) => readPostings(partIn(parts, postingsPart(at)), first.size));
  return { documents, postings: pages };
};

/** The documents of a segment with their terms. */
const contentOf = (parts: Parts): IndexedDocument[] => {
  if (parts.size === 0) return [];
  const { documents, postings } = sourceIn(parts);
  const terms = Array.from({ length: documents.size }, () => [] as string[]);
  for (const page of postings as Iterable<ReturnType<typeof readPostings>>) {
    for (const { term, ordinals } of page) for (const ordinal of ordinals) terms[ordinal]?.push(term);
  }
  return terms.map((of, at) => ({
    sort: sortAt(documents, at),
    version: versionAt(documents, at),
    terms: of,
  }));
};

const time = fc
  .integer({ min: 0, max: 5 })
  .map((at) => new Date(1_790_000_000_000 + at * 60_000).toISOString());
/** Made at one of few moments, as many that are imported together. */
const id = fc
  .tuple(fc.integer({ min: 0, max: 3 }), fc.uint8Array({ minLength: 10, maxLength: 10 }))
  .map(([clock, random]) => `conv_${encodeUuid(Buffer.concat([Buffer.of(1, 0, 0, 0, 0, clock), random]))}`);
const token = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('the', 'tea', 'team', 'reschedule', 'rescheduled', '予約', '約') },
  { weight: 2, arbitrary: fc.integer({ min: 0, max: 60 }).map((at) => `t${at}`) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 80, unit: 'grapheme' }) },
);
const document: fc.Arbitrary<IndexedDocument> = fc.record({
  sort: fc.tuple(time, id).map((pair) => pair.join('#')),
  version: fc.integer({ min: 1, max: 300 }),
  terms: fc.uniqueArray(token.map(termOf), { maxLength: 12 }),
});
const documents: fc.Arbitrary<IndexedDocument[]> = fc.uniqueArray(document, {
  selector: ({ sort }) => sort,
  maxLength: 60,
});
const sizes = fc.constantFrom<PartSizes>(
  partSizes,
  { documents: 3, postings: 40, whole: 0 },
  { documents: 1, postings: 8, whole: 0 },
  { documents: 7, postings: 200, whole: 300 },
);

/** In order, with their terms in order. */
const sorted = (all: readonly IndexedDocument[]): IndexedDocument[] =>
  all
    .map(({ sort, version, terms }) => ({ sort, version, terms: [...terms].sort() }))
    .sort((one, other) => (one.sort < other.sort ? -1 : 1));

/** Of each conversation its latest version. */
const latest = (all: readonly IndexedDocument[]): IndexedDocument[] => {
  const found = new Map<string, IndexedDocument>();
  for (const one of all) if ((found.get(one.sort)?.version ?? 0) < one.version) found.set(one.sort, one);
  return [...found.values()];
};

test('an id is the same after it was written as bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
      expect(decodeUuid(encodeUuid(bytes))).toEqual(bytes);
    }),
  );
});

test('a segment contains its source, however it is cut into parts', async () => {
  await fc.assert(
    fc.asyncProperty(documents, sizes, async (all, cut) => {
      expect(contentOf(await made([sourceOf(all)], cut))).toEqual(sorted(all));
    }),
  );
});

test('merged segments hold the latest version of each conversation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(documents, { maxLength: 5 }), sizes, sizes, async (groups, before, after) => {
      const again = groups.map((group, at) => [
        ...group,
        // Another version of what the next segment has as well.
        ...(groups[at + 1] ?? [])
          .slice(0, 5)
          .map((one) => ({ ...one, version: one.version + 1, terms: ['later'] })),
      ]);
      const segments = await Promise.all(again.map((group) => made([sourceOf(latest(group))], before)));
      const merged = await made(segments.filter(({ size }) => size > 0).map(sourceIn), after);
      expect(contentOf(merged)).toEqual(sorted(latest(again.flat())));
    }),
  );
});

test('items erased from a segment are not in the merged segment', async () => {
  const [one = [], other = []] = fc.sample(documents, { numRuns: 2, seed: 4 });
  const erased = { ...(one[3] as IndexedDocument), version: 0 };
  const merged = await made([
    sourceOf(one.with(3, erased)),
    sourceOf(other.filter(({ sort }) => sort !== erased.sort)),
  ]);
  const left = one.filter(({ sort }) => sort !== erased.sort);
  expect(contentOf(merged)).toEqual(sorted(latest([...left, ...other])));
});

interface Answer {
  readonly places: readonly string[];
  readonly pages: number;
  readonly mostReadings: number;
}

/** All pages of a search. */
const searchAll = async (asked: Question, segments: readonly Parts[]): Promise<Answer> => {
  const open: OpenSegment[] = segments.map((parts, at) => ({
    id: String(at),
    first: decodeFirst(partIn(parts, rootPart)),
  }));
  const places: string[] = [];
  let mostReadings = 0;
  for (let [pages, { low, high }] = [1, asked]; ; pages += 1) {
    let readings = 0;
    const read = async (parts: readonly PartOf[]) => {
      readings += 1;
      return parts.map(({ segment, part }) => partIn(segments[Number(segment)] as Parts, part));
    };
    const { places: found, next } = await propose({ ...asked, low, high }, open, read);
    mostReadings = Math.max(mostReadings, readings);
    const page = found.slice(0, asked.wanted);
    places.push(...page);
    const last = page.at(-1);
    const isCut = page.length < found.length;
    if (!isCut && next === undefined) return { places, pages, mostReadings };
    const before: string = asked.order === 'desc' ? high : low;
    if (asked.order === 'desc') high = isCut && last ? last : (next ?? high);
    else low = isCut && last ? `${last}~` : (next ?? low);
    expect(asked.order === 'desc' ? high < before : low > before).toBe(true);
  }
};

const requirement = fc.oneof(
  { weight: 4, arbitrary: token.map((text) => requireTerm(termOf(text))) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('t', 'te', 'resch', '約').map((text) => requirePrefix(termOf(text))),
  },
);
const moment = fc.option(time, { nil: undefined });
const asked = fc.record({
  requirements: fc.array(requirement, { minLength: 1, maxLength: 3 }),
  order: fc.constantFrom('asc' as const, 'desc' as const),
  low: moment.map((at) => at ?? '0'),
  high: moment.map((at) => at ?? ':'),
  wanted: fc.constantFrom(1, 3, 20),
});

test('a search is given everything that it looks for, in order, once, and page by page', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(documents, { maxLength: 4 }), sizes, asked, async (groups, cut, question) => {
      const segments = await Promise.all(groups.map((group) => made([sourceOf(group)], cut)));
      const { places, mostReadings } = await searchAll(
        question,
        segments.filter(({ size }) => size > 0),
      );
      const { low, high, order, requirements } = question;
      const within = [...new Map(groups.flat().map((one) => [one.sort, one])).values()]
        .filter(({ sort }) => sort >= low && sort < high)
        .sort((one, other) => (order === 'desc' ? -1 : 1) * (one.sort < other.sort ? -1 : 1));
      const expected = groups
        .flat()
        .filter(({ sort }) => sort >= low && sort < high)
        .filter(({ terms }) =>
          requirements.every((range) => [...terms].some((term) => term >= range.low && term <= range.high)),
        )
        .map(({ sort }) => sort);
      expect(places.filter((place) => expected.includes(place))).toEqual(
        within.map(({ sort }) => sort).filter((sort) => expected.includes(sort)),
      );
      expect(new Set(places).size).toBe(places.length);
      expect(mostReadings).toBeLessThanOrEqual(2);
    }),
    { numRuns: 400 },
  );
});

test('a word in every document is read from where the search is', async () => {
  const place = (at: number) =>
    `${new Date(1_790_000_000_000 + at).toISOString()}#conv_${encodeUuid(Buffer.alloc(16, at % 251))}`;
  const all = Array.from({ length: 3000 }, (_, at) => ({
    sort: place(at),
    version: 1,
    terms: ['the', ...(at % 100 === 0 ? ['rare'] : []), `w${at % 700}`],
  }));
  const parts = await made([sourceOf(all)], { documents: 20, postings: 200, whole: 0 });
  const root = decodeFirst(partIn(parts, rootPart));
  const segments = [{ id: 's', first: root }];
  const ask = async (terms: readonly string[], wanted = 10) => {
    const names: string[] = [];
    const { places } = await propose(
      { requirements: terms.map(requireTerm), order: 'desc', low: '0', high: ':', wanted },
      segments,
      async (asked) => {
        names.push(...asked.map(({ part }) => part));
        return asked.map(({ part }) => partIn(parts, part));
      },
    );
    return { places: places.slice(0, wanted), names };
  };
  const common = await ask(['the']);
  expect(common.places).toEqual(
    all
      .slice(-10)
      .reverse()
      .map(({ sort }) => sort),
  );
  expect(common.names.length).toBeLessThanOrEqual(4);
  const both = await ask(['the', 'rare']);
  expect(both.places).toEqual(
    all
      .filter(({ terms }) => terms.includes('rare'))
      .slice(-10)
      .reverse()
      .map(({ sort }) => sort),
  );
  // Two lists, and the ten documents' own parts.
  expect(both.names.length).toBeLessThanOrEqual(14);
});
