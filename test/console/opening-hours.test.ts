import { describe, expect } from 'vitest';
import { expectAccessible } from '../support/accessible.ts';
import { consoleTests } from '../support/console-tests.ts';
import { usersOf } from '../support/users.ts';

const consoleTest = consoleTests();

describe('Opening hours in the console', { concurrent: false }, () => {
  consoleTest('are typed as people write them, and kept as they are', async (console) => {
    const { api, key, client } = await usersOf(console.local.description).organization();
    const params = { client_id: client.id };
    const tab = await console.signIn(key, `/organizations/${client.id}`);
    const { page } = tab;
    const card = page.getByRole('region', { name: 'Opening hours' });
    await card.getByText('Nobody has set any.').waitFor();
    await card.getByRole('button', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Opening hours' });
    const monday = dialog.getByLabel('Monday');
    const save = dialog.getByRole('button', { name: 'Save' });
    await monday.fill('8-12, 25-26');
    await dialog.getByText('Write times such as').waitFor();
    expect(await monday.getAttribute('aria-invalid')).toBe('true');
    expect(await save.isDisabled()).toBe(true);
    await monday.fill('14:00–18:30, 8-12');
    await dialog.getByLabel('Sunday').fill('22-24');
    await dialog.getByLabel('Dates that differ').fill('2026-12-25\n2026-12-24 8–12');
    await expectAccessible(tab);
    await save.click();
    await card.getByText('08:00–12:00, 14:00–18:30').waitFor();
    await card.getByText('24 December 2026').waitFor();
    const set = await api.openingHours.get({ params });
    expect(set).toMatchObject({
      weekly: [
        { weekday: 'monday', opens: '14:00', closes: '18:30' },
        { weekday: 'monday', opens: '08:00', closes: '12:00' },
        { weekday: 'sunday', opens: '22:00', closes: '24:00' },
      ],
      exceptions: [
        { date: '2026-12-25', spans: [] },
        { date: '2026-12-24', spans: [{ opens: '08:00', closes: '12:00' }] },
      ],
    });

    // Saved again as they are shown, they are the same.
    await card.getByRole('button', { name: 'Edit' }).click();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    const { weekly, exceptions } = await api.openingHours.get({ params });
    expect(new Set(weekly)).toEqual(new Set(set.weekly));
    expect(new Set(exceptions)).toEqual(new Set(set.exceptions));
  });
});
