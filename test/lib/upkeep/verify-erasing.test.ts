import { expect, test } from 'vitest';
import type { Conversation } from '#lib/contract/conversations.ts';
import { keyOf, listPartition, listSort } from '#lib/store/keys.ts';
import { usersOf } from '../../fixtures.ts';
import { withOwnPlatform } from '../../support/own-platform.ts';
import { record, start_time } from '../../support/recorded.ts';
import { tableOf } from '../../support/table.ts';

test('of a conversation that is being erased, only the record is reported, and not its remaining items', () =>
  withOwnPlatform(
    async (description) => {
      const { organization } = usersOf(description);
      const { get, put } = tableOf(description);
      const { verifyTable } = await import('#lib/upkeep/verify-table.ts');
      const verify = () => verifyTable({ rechecks: 0, search: false, usage: false });
      const org = await organization();
      const [erased, kept] = (await record(org, ['hello world', 'good morning'])) as [
        Conversation,
        Conversation,
      ];
      const claim = { pk: `provider#${org.client.id}#test#0`, sk: 'record' };
      const claimed = await get(claim);
      // Nothing follows, so the erasure has begun and does not go on.
      await org.api.conversations.erase({ params: { conversation_id: erased.id } });
      const stub = {
        key: keyOf('conversation', erased.id),
        problems: ['its erasure has begun and is not done'],
      };
      expect((await verify()).findings).toEqual([stub]);

      // A stub calls for nothing by which the conversation could be found.
      const entry = {
        pk: listPartition(org.client.id, 'conversations'),
        sk: listSort(start_time, erased.id),
      };
      await put(entry);
      await put(claimed as object);
      const { findings } = await verify();
      expect(findings.map(({ key }) => key).sort((one, other) => (one.pk < other.pk ? -1 : 1))).toEqual([
        entry,
        stub.key,
        claim,
      ]);

      // An item that no reader understands is a finding of its own.
      await put({ ...(await get(keyOf('conversation', kept.id))), fields: 'no JSON' });
      const { findings: unreadable } = await verify();
      expect(unreadable.filter(({ key }) => key.pk === `conversation#${kept.id}`)).toEqual([
        {
          key: keyOf('conversation', kept.id),
          problems: [expect.stringMatching(/^it cannot be checked: SyntaxError/)],
        },
        {
          key: keyOf('turns', kept.id, 0),
          problems: [expect.stringMatching(/^it cannot be checked: SyntaxError/)],
        },
      ]);
    },
    { following: false },
  ));
