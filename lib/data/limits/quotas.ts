import type { ClientSettings, QuotaName } from '#lib/contract/clients.ts';
import { ApiError } from '#lib/contract/errors.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import { countsKey } from '../keys.ts';
import type { Operation } from '../operations/operation.ts';
import { tableName } from '../table.ts';

/*
 * How much an organisation has is counted in one item beside its record, in the transactions that add and remove: so
 * that of two that race for the last place one is refused, and no list has to be read for it.
 */

/** What an organisation may have where nothing is set: more than any that was seen, and an end to a loop gone wild. */
export const defaultQuotas: Readonly<Record<QuotaName, number>> = {
  agents: 1000,
  api_keys: 1000,
  children: 10_000,
};

interface Counted {
  readonly client: { readonly id: string };
  readonly members: readonly { readonly settings: ClientSettings }[];
}

const add = (clientId: string, name: QuotaName, count: number) => ({
  TableName: tableName(),
  Key: countsKey(clientId),
  UpdateExpression: 'ADD #name :count',
  ExpressionAttributeNames: { '#name': name },
  ExpressionAttributeValues: { ':count': count },
});

/** Counts one more of an organisation's, unless that is more than it may have. The platform itself may have any. */
export const countOne = (
  lineage: Counted | null,
  name: QuotaName,
): Operation<ApiError<'quota_exceeded'>>[] => {
  if (!lineage) return [];
  const settings = inheritSettings(lineage.members.map((member) => member.settings));
  const quota = settings.quotas?.[name] ?? defaultQuotas[name];
  const update = add(lineage.client.id, name, 1);
  return [
    {
      request: {
        Update: {
          ...update,
          // Where nothing was counted yet there is room, unless there is to be none at all.
          ConditionExpression:
            quota === 0 ? '#name < :quota' : 'attribute_not_exists(#name) OR #name < :quota',
          ExpressionAttributeValues: { ...update.ExpressionAttributeValues, ':quota': quota },
        },
      },
      otherwise: () =>
        new ApiError('quota_exceeded', {
          detail: `The organisation may have ${quota} ${name.replace('api_keys', 'API keys')}`,
          extensions: { quota: name, limit: quota },
        }),
    },
  ];
};

/** Counts one less. */
export const uncountOne = (clientId: string | null, name: QuotaName): Operation<never>[] =>
  clientId === null ? [] : [{ request: { Update: add(clientId, name, -1) } }];
