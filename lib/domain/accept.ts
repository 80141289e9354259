/** The media ranges of an Accept header (RFC 9110, section 12.5.1) with their weights. */
const rangesOf = (accept: string): { readonly range: string; readonly weight: number }[] =>
  accept.split(',').flatMap((part) => {
    const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    return range ? [{ range, weight: Number(weight) || 0 }] : [];
  });

/** Whether one media range is within another: `audio/mpeg` within `audio/*`. */
const isWithin = (range: string, other: string): boolean =>
  other === '*/*' || range === other || (other.endsWith('/*') && range.startsWith(other.slice(0, -1)));

/** The weight of a media type: that of the most specific range that contains it. */
export const weightOf = (type: string, accept: string): number => {
  const specificity = (range: string) => (range === '*/*' ? 0 : range.endsWith('/*') ? 1 : 2);
  const [best] = rangesOf(accept)
    .filter(({ range }) => isWithin(type, range))
    .sort((one, other) => specificity(other.range) - specificity(one.range));
  return best?.weight ?? 0;
};

/** The highest weight of a type or range within a range such as `audio/*`. */
const weightWithin = (range: string, accept: string): number =>
  Math.max(0, ...rangesOf(accept).flatMap((one) => (isWithin(one.range, range) ? one.weight : [])));

/** Whether the header accepts one of the types or ranges. An absent header accepts everything. */
export const accepts = (accept: string | undefined, types: readonly string[]): boolean =>
  !accept?.trim() ||
  // Most clients send exactly this.
  types.includes(accept) ||
  types.some((type) => weightOf(type, accept) > 0 || weightWithin(type, accept) > 0);

/** Whether the header prefers a type within a range such as `audio/*` to another type. */
export const prefers = (accept: string | undefined, range: string, type: string): boolean =>
  accept !== undefined && weightWithin(range, accept) > weightOf(type, accept);
