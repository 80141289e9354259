import { expect, test } from 'vitest';
import { organization } from './fixtures.ts';
import { newWidget, say, visit } from './support/widgets.ts';

test('a thousand sessions from one address begin ten chats, and nobody else is refused', async () => {
  const { id: widget_id } = await newWidget(await organization());
  const answers = new Map<string, number>();
  const flood = Array.from({ length: 40 }, async () => {
    for (let count = 0; count < 25; count += 1) {
      const { status, refusal } = await visit(widget_id, { address: '203.0.113.66' });
      const answer = status === 201 ? 'begun' : (refusal ?? '');
      answers.set(answer, (answers.get(answer) ?? 0) + 1);
    }
  });
  const others = Array.from({ length: 20 }, (_, at) => visit(widget_id, { address: `198.51.100.${at + 1}` }));
  const visitors = await Promise.all(others);
  const said = await Promise.all(
    visitors.map(({ found }, at) => say(found, 'Hi', { address: `198.51.100.${at}` })),
  );
  expect([...visitors, ...said].filter(({ status }) => status > 201)).toEqual([]);
  await Promise.all(flood);
  expect(Object.fromEntries(answers)).toEqual({ begun: 10, '429 rate_limited': 990 });
});
