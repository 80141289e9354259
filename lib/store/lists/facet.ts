/**
 * An attribute that holds one facet of a listing entry, and is the partition key of its index unless claims
 * serve the facet.
 */
export type FacetAttribute = `f${number}`;

/** A property of an entity by which its list can be filtered. */
export interface Facet<Entity, Name extends string = string> {
  /** Facets of different lists may share an attribute, and with it an index. */
  readonly attribute: FacetAttribute;
  /** The value in the list of an owner; empty: the entry does not have this facet. */
  readonly of: (entity: Entity, owner: string) => string | null | undefined;
  /**
   * If a query has several facets, the index of the one with the lowest rank is read, because it leaves the
   * fewest entries.
   */
  readonly rank: number;
  /** The name of the contract's filter; absent: only the platform itself uses the facet. */
  readonly filter?: string;
  /** Whether the filter uses this facet for a value; absent: always. */
  readonly takes?: (value: string) => boolean;
  /**
   * The other facets that its index contains. DynamoDB writes an index only if something in it changes, so it
   * contains the facets that filter its entries, and nothing that changes without them
   * (docs/decisions/listing-entries.md). Absent: whole entries.
   */
  readonly with?: readonly Name[];
  /** A value that almost all entries have. It is not stored, and in no index. */
  readonly usual?: string;
  /** The number of entries to read for each one with the usual value; absent: one. */
  readonly surplus?: number;
  /**
   * Whether its values are part of the keys of the other facets, so that their indexes contain entries with
   * the usual value only apart from all others.
   */
  readonly separates?: true;
  /** A value that few entries have at any time, however long the list is. */
  readonly rare?: string;
  /**
   * Of a facet of which an entity can have several values: the partition key of the item of a further value.
   * `of` returns the first one. An entry does not show all values, so the filter compares them in `where`.
   */
  readonly further?: (id: string, value: string) => string;
  /** The facets whose values it joins with `#`, for queries with all of them. */
  readonly joins?: readonly Name[];
  /** Whether the claims of its values serve it (lib/store/claims.ts), so that no index has its entries. */
  readonly claimed?: true;
  /** Whether it is a term of the search index. */
  readonly searched?: true;
}

/** The facets of one list by their names. */
export type FacetTable<Entity = never> = Readonly<Record<string, Facet<Entity>>>;

/** Declares the facets of a list. */
export const facetTable =
  <Entity>() =>
  <const T extends FacetTable<Entity>>(
    table: T & { readonly [N in keyof T]: Facet<Entity, Extract<keyof T, string>> },
  ): T =>
    table;

/** The names of the filters that a table answers. */
export type FilterIn<T extends FacetTable> = Extract<
  { [N in keyof T]: T[N] extends { readonly filter: infer F } ? F : never }[keyof T],
  string
>;

type ValuesIn<T extends FacetTable> = { readonly [N in keyof T]?: string | null | undefined };

type AskedIn<T extends FacetTable> = { readonly [N in keyof T]?: readonly string[] };

/** The values of an entity's facets in the list of an owner. */
export const facetValues = <Entity, T extends FacetTable<Entity>>(
  table: T,
  entity: Entity,
  owner: string,
): ValuesIn<T> =>
  Object.fromEntries(Object.entries(table).map(([name, { of }]) => [name, of(entity, owner)])) as ValuesIn<T>;

/**
 * The facets that the filters of a table select in its list, by their names. Of several values, an entry must
 * have one.
 */
export const facetAsks = <T extends FacetTable>(
  table: T,
): Readonly<Record<FilterIn<T>, (value: string | readonly string[]) => { readonly facets: AskedIn<T> }>> => {
  const filters = new Set(Object.values(table).flatMap(({ filter }) => filter ?? []));
  const askedBy = (filter: string, values: readonly string[]) =>
    Object.entries(table)
      .filter(([, facet]) => facet.filter === filter && values.every((value) => facet.takes?.(value) ?? true))
      .map(([name]) => [name, values]);
  const asks = [...filters].map((filter) => [
    filter,
    (value: string | readonly string[]) => ({ facets: Object.fromEntries(askedBy(filter, [value].flat())) }),
  ]);
  return Object.fromEntries(asks);
};
