import { expect, test } from 'vitest';
import { operator, organization, platform } from '../../fixtures.ts';
import { peopleOf } from '../../support/people.ts';

const { personIn } = peopleOf(platform.base_url, { operator });

test('preferences are empty at first, and those of a person are the same in every organization', async () => {
  const org = await organization();
  const { api, browser } = await personIn(org, 'listener');
  expect(await api.preferences.get()).toEqual({});
  await api.preferences.replace({ body: { language: 'de' } });
  expect(await browser.api('none').preferences.get()).toEqual({ language: 'de' });
  expect(await org.api.preferences.get()).toEqual({});
});
