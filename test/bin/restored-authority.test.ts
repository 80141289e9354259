import { expect, test } from 'vitest';
import { createTable } from '#lib/local/create-table.ts';
import { usersOf } from '../fixtures.ts';
import { drill, undoneBy } from '../support/drill.ts';
import { withOwnPlatform } from '../support/own-platform.ts';
import { peopleOf } from '../support/people.ts';
import { tableOf } from '../support/table.ts';

test('authority and receivers that a restore brings back are listed with their requests, and sessions end', () =>
  withOwnPlatform(async (description) => {
    const { organization, operator } = usersOf(description);
    const { connect, invite } = peopleOf(description.base_url, { operator });
    const { client } = await organization();
    const connected = await connect(client.id);
    const owner = await invite(connected, client.id, { role: 'owner' });
    const builder = await invite(connected, client.id, { role: 'builder' });
    const admin = await invite(connected, client.id, { role: 'admin' });
    const [removed, turned] = await Promise.all(
      ['removed', 'turned'].map((name) =>
        operator.webhooks.create({
          body: { client_id: client.id, url: `https://${name}.example.com`, events: ['agent.created'] },
        }),
      ),
    );
    const pending = {
      email: 'late@example.com',
      connection_id: connected.connection.id,
      client_id: client.id,
    };
    const invitation = await operator.invitations.create({ body: { ...pending, role: 'auditor' } });

    const agent = await operator.agents.create({ body: { name: 'Reception', client_id: client.id } });
    const ofAgent = { agent_id: agent.id };
    await operator.agents.replace({ params: ofAgent, body: { name: 'Night' } });
    await admin.api.signingSecrets.rotate({ params: ofAgent });

    const table = tableOf(description);
    const restored = tableOf({ ...description, table: 'past' });
    await createTable('past');
    for (const item of await table.all()) await restored.put(item);

    await operator.webhooks.remove({ params: { webhook_id: removed?.id ?? '' } });
    await operator.webhooks.rotate({ params: { webhook_id: turned?.id ?? '' }, body: {} });
    await operator.members.settleAccess({
      params: { member_id: admin.memberId },
      body: { end: [{ type: 'signing_secret', id: agent.id }] },
    });
    await operator.agentVersions.restore({ params: { ...ofAgent, agent_version: '1' } });
    await operator.members.remove({ params: { member_id: builder.memberId } });
    await owner.api.members.update({ params: { member_id: admin.memberId }, body: { role: 'auditor' } });
    await operator.connections.update({
      params: { connection_id: connected.connection.id },
      body: { enforced: true },
    });
    await operator.invitations.revoke({ params: { invitation_id: invitation.id } });
    const done = await drill(description, '--restored', 'past', '--sign-out');
    expect(done.code).toBe(0);
    expect(undoneBy(done)).toEqual([
      `webhook.removed: DELETE /v1/webhooks/${removed?.id}`,
      `webhook.rotated: POST /v1/webhooks/${turned?.id}/rotate {"overlap_seconds":0}`,
      `agent.secret_rotated: POST /v1/agents/${agent.id}/signing-secret/rotate {"overlap_seconds":0}`,
      `agent.restored: POST /v1/agents/${agent.id}/versions/<agent_version>/restore`,
      `member.removed: DELETE /v1/members/${builder.memberId}`,
      expect.stringMatching(`member.updated \\(.*role.*\\): PATCH /v1/members/${admin.memberId}`),
      `connection.updated (enforced): PATCH /v1/connections/${connected.connection.id}`,
      `invitation.revoked: DELETE /v1/invitations/${invitation.id}`,
    ]);
    expect(done.stdout).toContain('3 sessions ended in the restored table.');
    const left = await restored.all();
    expect(left.filter(({ session_id, sk }) => session_id || sk.startsWith('session#'))).toEqual([]);
  }));
