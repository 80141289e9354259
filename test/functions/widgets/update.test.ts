import { expect, test } from 'vitest';
import { organization, refusalOf, unknownId } from '../../fixtures.ts';
import { newWidget } from '../../support/widgets.ts';

const withoutFrame = {
  status: 400,
  code: 'validation_failed',
  problem: { errors: [{ pointer: '/frame', detail: expect.stringContaining('require_token') }] },
};

test('a patch changes what it names, within looks, texts and limits as well', async () => {
  const org = await organization();
  const texts = { de: { title: 'Frag Pia' }, en: { title: 'Ask Pia' } };
  const { id: widget_id, agent_id } = await newWidget(org, { texts, appearance: { color: '#0f766e' } });
  const params = { widget_id };
  const changed = await org.api.widgets.update({
    params,
    body: {
      status: 'paused',
      appearance: { name: 'Shop' },
      texts: { de: null, en: { placeholder: 'Your question' } },
      limits: { open_chats: 5 },
    },
  });
  expect(changed).toMatchObject({
    agent_id,
    version: 2,
    status: 'paused',
    appearance: { name: 'Shop', color: '#0f766e', position: 'end' },
    texts: { en: { title: 'Ask Pia', disclosure: null, placeholder: 'Your question' } },
    limits: { open_chats: 5, chats_per_day: 1000 },
  });
  expect(changed.texts).not.toHaveProperty('de');
  expect(await org.api.widgets.update({ params, body: { status: 'paused' } })).toEqual(changed);
  const reset = await org.api.widgets.update({ params, body: { limits: null, texts: null } });
  expect(reset).toMatchObject({ texts: {}, limits: { open_chats: 100 } });
});

test('a widget whose chats need a token of its server has no frame, whichever is set first', async () => {
  const org = await organization();
  const together = { frame: true, require_token: true };
  await expect(newWidget(org, together)).rejects.toMatchObject(withoutFrame);
  for (const first of [{ frame: true }, { require_token: true }]) {
    const { id: widget_id } = await newWidget(org, first);
    const update = (body: object) => org.api.widgets.update({ params: { widget_id }, body });
    await expect(update(together)).rejects.toMatchObject(withoutFrame);
    const other =
      'frame' in first ? { frame: false, require_token: true } : { frame: true, require_token: false };
    expect(await update(other)).toMatchObject(other);
  }
});

test('no other organization changes a widget', async () => {
  const { id: widget_id } = await newWidget(await organization());
  const { api } = await organization();
  const update = (id: string) => refusalOf(api.widgets.update({ params: { widget_id: id }, body: {} }));
  expect(await update(widget_id)).toBe('404 widget_not_found');
  expect(await update(unknownId('wdg'))).toBe('404 widget_not_found');
});
