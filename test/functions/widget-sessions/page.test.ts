import { expect, test } from 'vitest';
import { operator, organization, platform, suspend, unknownId } from '../../fixtures.ts';
import { asVisitor, newWidget, shop } from '../../support/widgets.ts';

test('a page gets the looks of its widget, with the branding of the organization where it has none', async () => {
  const org = await organization();
  const settings = { branding: { name: 'Bright Phones', accent_color: '#0f766e' } };
  await operator.clients.update({ params: { client_id: org.client.id }, body: { settings } });
  const { id, agent_id } = await newWidget(org, { voice: true, texts: { de: { title: 'Frag Pia' } } });
  const { found, isReadable } = await asVisitor('GET', `/widgets/${id}`);
  expect(isReadable).toBe(true);
  expect(found).toEqual({
    ...{ id, name: 'Bright Phones', color: '#0f766e', logo: null, position: 'end', require_token: false },
    frame: false,
    texts: { de: { title: 'Frag Pia', disclosure: null, placeholder: null } },
    voice: true,
    handover: false,
  });
  await org.api.widgets.update({ params: { widget_id: id }, body: { appearance: { color: '#112233' } } });
  expect((await asVisitor('GET', `/widgets/${id}`)).found.color).toBe('#112233');
  const handover = { answer_within_minutes: 10, unanswered_message: 'Nobody is there.' };
  await org.api.agents.update({ params: { agent_id }, body: { handover } });
  expect((await asVisitor('GET', `/widgets/${id}`)).found.handover).toBe(true);
});

test('only pages of its origins and of the platform show a widget, and others learn why not', async () => {
  const { id } = await newWidget(await organization(), { frame: true });
  const from = async (origin: string | null) => {
    const { status, isReadable, found } = await asVisitor('GET', `/widgets/${id}`, { origin });
    return [status, isReadable, found.code];
  };
  expect(await from(shop)).toEqual([200, true, undefined]);
  expect(await from(platform.base_url)).toEqual([200, true, undefined]);
  for (const origin of ['https://evil.example', `${shop}.evil.example`, `${shop}:8443`, 'null']) {
    expect(await from(origin)).toEqual([403, true, 'origin_not_allowed']);
  }
});

test('a widget that is paused, or whose organization is suspended, is shown nowhere', async () => {
  const org = await organization();
  const { id } = await newWidget(org);
  const refusal = async (of = id) => (await asVisitor('GET', `/widgets/${of}`)).refusal;
  await org.api.widgets.update({ params: { widget_id: id }, body: { status: 'paused' } });
  expect(await refusal()).toBe('409 widget_unavailable');
  await org.api.widgets.update({ params: { widget_id: id }, body: { status: 'active' } });
  await suspend(org);
  expect(await refusal()).toBe('409 widget_unavailable');
  expect(await refusal(unknownId('wdg'))).toBe('404 widget_not_found');
});
