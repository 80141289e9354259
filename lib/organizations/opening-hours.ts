import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '#lib/contract/errors.ts';
import type { OpeningHours, OpeningHoursInput } from '#lib/contract/opening-hours.ts';
import type { AgentTexts } from '#lib/contract/variables.ts';
import { placeholdersIn, textsOf } from '#lib/contract/variables.ts';
import { timeZoneOf } from '#lib/domain/organizations/hierarchy.ts';
import type { OpeningTimes } from '#lib/domain/organizations/opening-hours.ts';
import { keyOf } from '#lib/store/keys.ts';
import { Stale } from '#lib/store/operations/failures.ts';
import { get } from '#lib/store/operations/get.ts';
import { mustExist } from '#lib/store/operations/must-exist.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { putNew, putOver } from '#lib/store/operations/put.ts';
import type { Lineage } from './clients.ts';

interface StoredTimes extends OpeningTimes {
  /** Null: they were never set. */
  readonly updated_at: string | null;
}

interface VersionedTimes {
  /** 0: none are stored. */
  readonly version: number;
  readonly times: StoredTimes;
}

const none: StoredTimes = { weekly: [], exceptions: [], updated_at: null };

const read = async (clientId: string): Promise<VersionedTimes> => {
  const item = await get(keyOf('opening_hours', clientId));
  return item
    ? { version: item.version as number, times: JSON.parse(item.times as string) as StoredTimes }
    : { version: 0, times: none };
};

const represent = ({ client, members }: Lineage, times: StoredTimes): OpeningHours => ({
  client_id: client.id,
  timezone: timeZoneOf(members),
  ...times,
});

export const openingHoursOf = async (lineage: Lineage): Promise<OpeningHours> =>
  represent(lineage, (await read(lineage.client.id)).times);

export const replaceOpeningHours = async (
  lineage: Lineage,
  { weekly, exceptions }: OpeningHoursInput,
): Promise<Write<OpeningHours>> => {
  const { id } = lineage.client;
  const { version, times } = await read(id);
  const replaces = represent(lineage, times);
  if (isDeepStrictEqual({ weekly, exceptions }, { weekly: times.weekly, exceptions: times.exceptions })) {
    return { operations: [], reply: replaces, replaces };
  }
  const after: StoredTimes = { weekly, exceptions, updated_at: new Date().toISOString() };
  const item = { ...keyOf('opening_hours', id), version: version + 1, times: JSON.stringify(after) };
  return {
    operations: [
      mustExist(keyOf('client', id), () => new ApiError('client_not_found') as never),
      version === 0 ? putNew(item, () => new Stale()) : putOver(item, version),
    ],
    reply: represent(lineage, after),
    replaces,
    about: lineage.client,
  };
};

/** The opening hours of an organization, if a text of its agent has them. Undefined: none does. */
export const hoursFor = async (agent: AgentTexts, { client }: Lineage): Promise<OpeningTimes | undefined> => {
  const asks = textsOf(agent).some(([, text]) =>
    placeholdersIn(text).some(({ name }) => name.startsWith('hours.')),
  );
  return asks ? (await read(client.id)).times : undefined;
};
