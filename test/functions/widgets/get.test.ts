import { expect, test } from 'vitest';
import { organization, refusalOf } from '../../fixtures.ts';
import { newWidget } from '../../support/widgets.ts';

test('a widget is found by its organization alone', async () => {
  const org = await organization();
  const widget = await newWidget(org);
  const params = { widget_id: widget.id };
  expect(await org.api.widgets.get({ params })).toEqual(widget);
  const { api } = await organization();
  expect(await refusalOf(api.widgets.get({ params }))).toBe('404 widget_not_found');
});
