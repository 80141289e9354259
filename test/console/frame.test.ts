import { describe, expect } from 'vitest';
import type { Client } from '../../clients/typescript/src/index.ts';
import { createClient } from '../../clients/typescript/src/index.ts';
import { expectAccessible } from '../support/accessible.ts';
import { eventually } from '../support/eventually.ts';
import { clientNamed, home, list, operatorTests, signedIn } from './demonstration.ts';

const withConsole = operatorTests();

// One after the other: a browser keeps both cores busy.
describe('The frame of the console', { concurrent: false }, () => {
  withConsole('signs in by the link in the terminal, which works once', async (console) => {
    const first = await console.open(console.link);
    await home(first.page).waitFor();
    expect(first.page.url()).not.toContain('vap_');
    const kept = await first.page.evaluate(() => ({
      session: sessionStorage.getItem('api_key'),
      local: JSON.stringify(localStorage),
    }));
    expect(console.link).not.toContain(kept.session ?? '?');
    expect(kept.local + (await first.page.evaluate<string>('document.cookie'))).not.toContain('vap_');
    await first.page.reload();
    await home(first.page).waitFor();

    // A secret that was rotated is remembered for ten seconds at most.
    await eventually(async () => {
      const second = await console.open(console.link);
      await second.page.getByRole('heading', { name: 'Sign in' }).waitFor({ timeout: 30_000 });
      await second.page.getByText('This link has expired or was already used').waitFor({ timeout: 30_000 });
      await expectAccessible(second);
      expect(second.faults.splice(0).join()).toContain('401');
    });
  });

  withConsole('asks before a sign-in link replaces a session', async (console, operator) => {
    const keyOf = async (client_id: string) => {
      const body = { name: 'Stranger', client_id, scopes: ['conversations:read', 'keys:write'] } as const;
      return (await operator.apiKeys.create({ body: { ...body, scopes: [...body.scopes] } })).key;
    };
    const stranger = await keyOf(await clientNamed(operator, 'Kessler Haustechnik'));
    const tab = await signedIn(console, '/keys');
    const { page } = tab;
    const base = console.local.description.base_url;
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    await page.evaluate((key) => Reflect.set(globalThis, 'location', `#sign_in=${key}`), stranger);
    const question = page.getByRole('heading', { name: 'Sign in as Kessler Haustechnik, key Stranger?' });
    await question.waitFor();
    expect(page.url()).not.toContain('vap_');
    await page.getByText('This tab is signed in as the platform, key Local platform').waitFor();
    await expectAccessible(tab);
    await page.getByRole('button', { name: 'Stay signed in' }).click();
    await page.getByRole('heading', { name: 'API keys' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/keys');

    // The link was not used up by the question, and lands on the first page whatever page it names.
    await page.goto(`${base}/keys#sign_in=${stranger}`);
    await question.waitFor();
    await page.getByRole('button', { name: 'Sign in as Stranger' }).click();
    await home(page).waitFor();
    expect(new URL(page.url()).pathname).toBe('/');

    // A link that is refused does not end the session either.
    await page.evaluate("location = '#sign_in=vap_used_up'");
    await page.waitForFunction("location.hash === ''");
    await home(page).waitFor();
    expect(tab.faults.splice(0).join()).toContain('401');
  });

  withConsole('follows no sign-in link where it is deployed', async (console, operator) => {
    const { key } = await operator.apiKeys.create({
      body: { name: 'Deployed', scopes: ['conversations:read'] },
    });
    const { page, faults } = await console.open();
    const deployed = 'http://console.example';
    await page.route(`${deployed}/**`, async (route) => {
      const url = route.request().url().replace(deployed, console.local.description.base_url);
      await route.fulfill({ response: await route.fetch({ url }) });
    });
    const branding = page.waitForResponse(`${deployed}/v1/sign-in`);
    await page.goto(`${deployed}/#sign_in=${key}`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await branding;
    expect(page.url()).not.toContain('vap_');
    // The branding of the page is asked for without a key.
    const asked = faults.splice(0).filter((fault) => fault.includes('/v1/'));
    expect(asked.filter((fault) => !fault.endsWith('/v1/sign-in'))).toEqual([]);
    await page.unrouteAll({ behavior: 'wait' });
  });

  withConsole('asks for a key, says why one is refused, and forgets it at the end', async (console) => {
    const tab = await console.open('/conversations?q=reschedule');
    const { page, faults } = tab;
    await page.getByLabel('API key').fill('vap_wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Request id').waitFor();
    // The browser itself reports the answer 401.
    expect(faults.splice(0).join()).toContain('401');
    await page.getByLabel('API key').fill(console.local.description.api_key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    // The page that was asked for, not the first one.
    await page.locator('mark', { hasText: 'reschedule' }).first().waitFor();
    await page.getByRole('button', { name: /Your account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });

  withConsole('offers to load again if its scripts cannot be read after sign-in', async (console) => {
    const { page, faults } = await console.open('/');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const scripts = /signed-in-[\w-]+\.js/;
    await page.route(scripts, (route) => route.abort());
    await page.getByLabel('API key').fill(console.local.description.api_key);
    await page.keyboard.press('Enter');
    await page.getByRole('alert').waitFor();
    await eventually(() => expect(faults.join()).toMatch(scripts));
    await page.unroute(scripts);
    await page.getByRole('button', { name: 'Try again' }).click();
    await home(page).waitFor();
    // The browser complains of the scripts as well, and of nothing else.
    for (const fault of faults.splice(0))
      expect(fault).toMatch(/Failed to (load resource|fetch dynamically)/);
  });

  withConsole(
    'goes on with another key where one has ended, and loses nothing',
    async (console, operator) => {
      const { base_url } = console.local.description;
      const { id: client_id } = await operator.clients.create({ body: { name: 'Lakeview', type: 'client' } });
      const { id: agent_id } = await operator.agents.create({ body: { name: 'Iris', client_id } });
      const scopes = (await operator.me.get()).scopes;
      const newKey = () => operator.apiKeys.create({ body: { name: 'Desk', client_id, scopes } });
      /** Revokes a key, and waits until the function that answers a request has forgotten it. */
      const end = async (
        { id, key }: { id: string; key: string },
        ask: (api: Client) => Promise<unknown>,
      ) => {
        await operator.apiKeys.revoke({ params: { api_key_id: id } });
        const api = createClient({ baseUrl: base_url, apiKey: key });
        await eventually(() => expect(ask(api)).rejects.toMatchObject({ status: 401 }));
      };
      const [first, second, third] = [await newKey(), await newKey(), await newKey()];
      const tab = await console.signIn(first.key, `/agents/${agent_id}`);
      const { page, faults } = tab;
      const again = page.getByRole('dialog', { name: 'Sign in again' });
      await page.getByLabel('First message').fill('Good evening.');
      await end(first, (api) =>
        api.agents.replace({ params: { agent_id }, body: { name: 'Iris' }, ifMatch: '"another"' }),
      );
      await page.getByRole('button', { name: 'Save as version 2' }).dispatchEvent('click');
      await again.waitFor();
      await expectAccessible(tab);
      await page.keyboard.press('Escape');
      await again.getByLabel('API key').fill(first.key);
      await again.getByRole('button', { name: 'Sign in' }).click();
      await again.getByRole('alert').waitFor();
      await again.getByLabel('API key').fill(second.key);
      await again.getByRole('button', { name: 'Sign in' }).click();
      await page.getByText('Saved as version 2').waitFor();
      expect(await again.count()).toBe(0);
      expect((await operator.agents.get({ params: { agent_id } })).first_message).toBe('Good evening.');

      await page.getByRole('link', { name: 'Agents', exact: true }).first().click();
      await page.getByRole('button', { name: 'New agent' }).click();
      const creating = page.getByRole('dialog', { name: 'New agent' });
      await creating.getByLabel('Name').fill('Otis');
      await end(second, (api) => api.agents.create({ body: { name: '' } }));
      await creating.getByRole('button', { name: 'Create' }).dispatchEvent('click');
      await again.waitFor();
      await again.getByLabel('API key').focus();
      await page.keyboard.type(third.key);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Otis', level: 1 }).waitFor();
      expect(await again.count()).toBe(0);
      const { data } = await operator.agents.list({ query: { client_id } });
      expect(data.map(({ name }) => name)).toEqual(['Otis', 'Iris']);
      const refused = faults.splice(0);
      expect(refused).not.toEqual([]);
      // A socket whose key has ended is refused in other words.
      expect(refused.filter((fault) => !/401|HTTP Authentication failed/.test(fault))).toEqual([]);
    },
  );

  withConsole('goes on with the new secret of the key that it has', async (console, operator) => {
    const { id: client_id } = await operator.clients.create({ body: { name: 'Hillside', type: 'client' } });
    const { scopes } = await operator.me.get();
    const { key } = await operator.apiKeys.create({ body: { name: 'Desk', client_id, scopes } });
    const { page } = await console.signIn(key, '/keys');
    await page.getByRole('button', { name: 'Rotate Desk' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('The previous secret keeps working for').selectOption('0');
    await dialog.getByRole('button', { name: 'Rotate', exact: true }).click();
    const secret = await dialog.getByText(/^vap_/).textContent();
    expect(secret).not.toBe(key);
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect(await page.evaluate(() => sessionStorage.getItem('api_key'))).toBe(secret);
    await page.getByRole('link', { name: 'Agents', exact: true }).first().click();
    await page.getByText('There are no agents').waitFor();
  });

  withConsole(
    'shows a key of little scope its pages only, and each tab its organization',
    async (console, operator) => {
      const keyFor = async (name: string, scopes: readonly ('conversations:read' | 'recordings:read')[]) =>
        (
          await operator.apiKeys.create({
            body: { name: 'Listener', client_id: await clientNamed(operator, name), scopes: [...scopes] },
          })
        ).key;
      const harbour = await console.signIn(
        await keyFor('Harbor Dental Group', ['conversations:read']),
        '/conversations',
      );
      const kessler = await console.signIn(
        await keyFor('Kessler Haustechnik', ['conversations:read']),
        '/conversations',
      );
      await list(harbour.page).getByText('Nora Whitfield').first().waitFor();
      await list(kessler.page).getByText('Familie Brandt').first().waitFor();
      expect(await list(kessler.page).getByText('Nora Whitfield').count()).toBe(0);
      expect(await harbour.page.getByRole('combobox', { name: 'Organization', exact: true }).count()).toBe(0);
      await harbour.page
        .getByRole('link', { name: /Nora Whitfield/ })
        .first()
        .click();
      await harbour.page.getByText('This needs the right “Recordings, read”').waitFor();
      await harbour.page.getByRole('button', { name: 'More about the call' }).click();
      await harbour.page.getByRole('menuitem').first().waitFor();
      expect(await harbour.page.getByRole('menuitem', { name: /Erase/ }).count()).toBe(0);
      await harbour.page.keyboard.press('Escape');
      await expectAccessible(harbour);

      const reached = await console.signIn(await keyFor('Kessler Haustechnik', ['recordings:read']));
      await reached.page.getByRole('heading', { name: 'You cannot see Home' }).waitFor();
    },
  );

  withConsole(
    'marks one page as the current one, and keeps the account in sight in a short window',
    async (console, operator) => {
      const id = await clientNamed(operator, 'Kessler Haustechnik');
      const { page } = await signedIn(console, `/organizations/${id}?tab=settings&org=${id}`);
      const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
      const current = links.and(page.locator('[aria-current=page]'));
      await current.getByText('Settings').waitFor();
      expect(await current.allTextContents()).toEqual(['Settings']);

      await page.setViewportSize({ width: 1280, height: 480 });
      const account = page.getByRole('button', { name: 'Your account' });
      const lowest = links.last();
      await lowest.focus();
      await eventually(async () => {
        const { y, height } = (await account.boundingBox()) ?? { y: 480, height: 0 };
        expect(y + height).toBeLessThanOrEqual(480);
        expect((await lowest.boundingBox())?.y).toBeLessThan(y);
      });
    },
  );

  withConsole('finds words inside names, and what the chosen organization has', async (console, operator) => {
    const { page } = await signedIn(console, '/live');
    await page.getByRole('combobox', { name: 'Organization', exact: true }).click();
    await page.getByLabel('Find an organization').fill('dental gr');
    const group = page.getByRole('option', { name: /Harbor Dental Group/ });
    await group.waitFor();
    await page.keyboard.press('Escape');
    await group.waitFor({ state: 'detached' });

    await page.addInitScript("Object.defineProperty(navigator, 'platform', { get: () => 'Win32' })");
    const kessler = await clientNamed(operator, 'Kessler Haustechnik');
    await page.goto(`${console.local.description.base_url}/live?org=${kessler}`);
    await page.getByText('Ctrl K').waitFor();
    await page.keyboard.press('Control+k');
    const everywhere = page.getByRole('combobox', { name: 'Search or go to' });
    await everywhere.fill('dental gr');
    await group.waitFor();
    const asked = ['agents', 'conversations'].map((what) =>
      page.waitForRequest((request) => {
        const { pathname, searchParams } = new URL(request.url());
        return (
          pathname === `/v1/${what}` &&
          /whitf/.test(String(searchParams)) &&
          searchParams.get('client_id') === kessler
        );
      }),
    );
    await everywhere.fill('whitf');
    await Promise.all(asked);
  });

  withConsole('has a menu on a phone, which closes behind the page that was chosen', async (console) => {
    const phone = { viewport: { width: 390, height: 800 }, colorScheme: 'dark', hasTouch: true } as const;
    const tab = await console.signIn(console.local.description.api_key, '/conversations', phone);
    const { page } = tab;
    await list(page).waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await expectAccessible(tab);
    await page.getByRole('dialog').getByRole('link', { name: 'Live' }).click();
    await page.getByRole('heading', { name: 'Live' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  withConsole('is used with the keyboard alone', async (console) => {
    const { page } = await signedIn(console);
    await list(page).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    await page.keyboard.press('/');
    await page.keyboard.type('reschedule');
    await page.keyboard.press('Enter');
    await page.locator('mark').first().waitFor();
    await list(page).getByRole('link').first().focus();
    await page.keyboard.press('Enter');
    const position = page.getByRole('slider', { name: 'Position in the recording' });
    await position.focus();
    expect(await position.getAttribute('aria-valuetext')).toMatch(/^0:00 of/);
    await page.keyboard.press('ArrowRight');
    await eventually(async () =>
      expect(await position.getAttribute('aria-valuetext')).not.toMatch(/^0:00 of/),
    );
  });

  withConsole(
    'gives the focus back to the button of a popup, also after its first opening',
    async (console) => {
      const { page } = await signedIn(console);
      await list(page).waitFor();
      const popups = [
        [page.getByRole('button', { name: /Your account/ }), 'menu'],
        [page.getByRole('combobox', { name: 'Organization', exact: true }), 'dialog'],
      ] as const;
      for (const [button, role] of popups) {
        for (const key of ['Enter', 'ArrowDown']) {
          await button.focus();
          await page.keyboard.press(key);
          await page.getByRole(role).waitFor();
          await page.keyboard.press('Escape');
          await page.getByRole(role).waitFor({ state: 'detached' });
          await eventually(async () =>
            expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true),
          );
        }
      }
    },
  );

  withConsole(
    'keeps the page if a menu or a dialog cannot be loaded offline, and opens it later',
    async (console) => {
      const tab = await signedIn(console, '/keys');
      const { page } = tab;
      const account = page.getByRole('button', { name: /Your account/ });
      const create = page.getByRole('button', { name: 'New API key' });
      await create.waitFor();
      await page.context().setOffline(true);
      for (const button of [account, create]) {
        await button.focus();
        await page.keyboard.press('Enter');
      }
      await page.getByText('You are offline').waitFor();
      expect(await page.getByRole('menu').or(page.getByRole('dialog')).count()).toBe(0);
      await page.context().setOffline(false);
      await account.press('Enter');
      await page.getByRole('menu').waitFor();
      await page.keyboard.press('Escape');
      await create.press('Enter');
      await page.getByRole('dialog').waitFor();
      tab.faults.splice(0);
    },
  );

  withConsole('says what went wrong, with the id of the request', async (console, operator) => {
    const tab = await signedIn(console, '/conversations/conv_01kag3x5ntfyxs4v4yh2m8q9ab');
    const { page, faults } = tab;
    await page
      .getByRole('alert')
      .first()
      .getByText(/Request id [\w-]{8,}/)
      .waitFor();
    await expectAccessible(tab);
    expect(faults.splice(0).join()).toContain('404');
    await page.goto(`${console.local.description.base_url}/nowhere`);
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await expectAccessible(tab);

    // Nothing is there yet: each page says what to do.
    const { id } = await operator.clients.create({ body: { name: 'Empty', type: 'client' } });
    for (const path of ['conversations', 'live', 'agents', 'usage', 'webhooks', 'integrations']) {
      await page.goto(`${console.local.description.base_url}/${path}?org=${id}`);
      await page.getByRole('main').getByRole('heading', { level: 2 }).waitFor();
      await expectAccessible(tab);
    }
  });
});
