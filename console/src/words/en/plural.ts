import { formatNumber } from '../../api/format.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('en');

/** `1 call`, `1,234 calls`. */
export const counted = (count: number, one: string, other: string): string =>
  `${formatNumber(count)} ${plural(count, { one, other })}`;
