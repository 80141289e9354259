import { indexKey, segmentPartKey } from '#lib/data/keys.ts';
import { encodeFresh, freshItem } from '#lib/data/search/fresh-documents.ts';
import type { SegmentEntry } from '#lib/data/search/owner-index.ts';
import type { Indexed } from '#lib/data/search/search-index.ts';
import type { Item } from '#lib/data/table.ts';
import { newIdSuffix } from '#lib/domain/ids.ts';
import { sortAt } from '#lib/domain/search/documents.ts';
import type { IndexedDocument } from '#lib/domain/search/merge.ts';
import { mergeSegments, sourceOf } from '#lib/domain/search/merge.ts';
import { fewFresh } from '#lib/domain/search/plan.ts';
import { squeeze } from '#lib/domain/search/segment.ts';

/** A segment that is not larger is written in one go. */
const mostDocuments = 16_384;

/** Makes the items of a search index as it would be after so many conversations, in segments of the usual sizes. */
export class IndexLoader {
  readonly #documents = new Map<string, IndexedDocument[]>();
  readonly #segments = new Map<string, SegmentEntry[]>();

  async *add({ owners, document }: Pick<Indexed, 'owners' | 'document'>): AsyncGenerator<Item> {
    for (const owner of owners) {
      const documents = this.#documents.get(owner) ?? [];
      this.#documents.set(owner, documents);
      documents.push(document);
      if (documents.length === mostDocuments) yield* this.#segment(owner, documents.splice(0));
    }
  }

  async *#segment(owner: string, documents: readonly IndexedDocument[]): AsyncGenerator<Item> {
    const id = newIdSuffix();
    const parts = mergeSegments([sourceOf(documents)]);
    for (let part = await parts.next(); ; part = await parts.next()) {
      if (!part.done) {
        const { name, bytes } = part.value;
        yield { ...segmentPartKey(id, name), owner, bytes };
        continue;
      }
      const { documents: made, bytes } = part.value;
      const entry: SegmentEntry = {
        id,
        documents: made.size,
        bytes,
        first: sortAt(made, 0),
        last: sortAt(made, made.size - 1),
        generation: '',
      };
      this.#segments.set(owner, [...(this.#segments.get(owner) ?? []), entry]);
      return;
    }
  }

  /** What is left of each owner goes into smaller and smaller segments, and the newest are fresh. */
  async *end(): AsyncGenerator<Item> {
    for (const [owner, documents] of this.#documents) {
      for (let size = mostDocuments / 4; size >= fewFresh; size /= 4) {
        while (documents.length >= size) yield* this.#segment(owner, documents.splice(0, size));
      }
      for (const document of documents) {
        const bytes = await encodeFresh([document]);
        if (bytes) yield freshItem(owner, bytes);
      }
      const segments = this.#segments.get(owner);
      if (!segments) continue;
      const index = { segments, pending: [], replaced: [], generation: '', moves: 0, moved: [], removals: 0 };
      yield { ...indexKey(owner), version: 1, content: squeeze(Buffer.from(JSON.stringify(index))) };
    }
  }
}
