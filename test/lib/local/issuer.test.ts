import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '#lib/build/bundles.ts';
import { roleNames } from '#lib/contract/roles.ts';
import { startPlatform } from '#lib/local/platform.ts';
import { Browser } from '../../support/browsing.ts';
import { usersOf } from '../../support/users.ts';

// A platform in this file's own process, which finds its table by the environment.
delete process.env.AWS_ENDPOINT_URL_DYNAMODB;

test('on one machine, eight people sign in without a password, in a browser that has opened the link', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'people-'));
  const options = { directory, memory: true, port: 0, scheduled: false, following: false, people: true };
  const { description, peopleLink = '', close } = await startPlatform(options);
  const { base_url } = description;
  try {
    const entered = await fetch(peopleLink, { redirect: 'manual' });
    const location = entered.headers.get('location') ?? '';
    const connection_id = new URL(location, base_url).searchParams.get('connection_id') ?? '';
    const [cookie = ''] = (entered.headers.getSetCookie()[0] ?? '').split(';');
    const wrong = await fetch(peopleLink.replace(/secret=.*/, 'secret=guessed'), { redirect: 'manual' });
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([403, []]);

    for (const role of roleNames) {
      const browser = new Browser(base_url);
      const { url } = (await (await browser.begin({ connection_id })).json()) as { url: string };
      expect((await fetch(url)).status).toBe(403);
      expect(await (await fetch(url, { headers: { cookie } })).text()).toContain(`(${role})`);
      const chosen = `${url.replace('/authorize?', '/choose?')}&sub=${role}`;
      expect((await fetch(chosen, { redirect: 'manual' })).status).toBe(403);
      const back = await fetch(chosen, { headers: { cookie }, redirect: 'manual' });
      await browser.fetch(back.headers.get('location') ?? '');
      const me = await browser.api('platform').me.get();
      expect(me.memberships).toMatchObject([{ client_id: null, role }]);
    }

    // The first owner of a stack is invited by a program, and prints only the link.
    const program = [join(root, 'bin/create-owner.ts'), '--local', '--directory', directory];
    const own = ['--email', 'olivia@example.com', '--url', 'https://calls.example.com'];
    const { stdout } = await promisify(execFile)(process.execPath, [...program, ...own]);
    expect(stdout.trim()).toMatch(
      /^https:\/\/calls\.example\.com\/accept\?invitation_id=inv_\w+&connection_id=con_\w+#vai_\w{49}$/,
    );
    const [, target] = /invitation_id=(inv_\w+)/.exec(stdout) ?? [];
    const { data } = await usersOf(description).operator.auditRecords.list({ query: { target } });
    expect(data).toMatchObject([
      { action: 'invitation.created', actor: { type: 'operator', id: 'create-owner', via: 'program' } },
    ]);
    expect(JSON.stringify(data)).not.toContain('olivia');
    await expect(promisify(execFile)(process.execPath, [...program, '--email', 'x'])).rejects.toThrow(
      '--email',
    );
  } finally {
    await close();
    await rm(directory, { recursive: true });
  }
});
