import { formatNumber } from '../../api/format.ts';
import { pluralOf } from '../plural.ts';

const plural = pluralOf('de');

/** `1 Anruf`, `1.234 Anrufe`. */
export const counted = (count: number, one: string, other: string): string =>
  `${formatNumber(count)} ${plural(count, { one, other })}`;
