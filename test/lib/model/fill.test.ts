import { expect, test } from 'vitest';
import { fill } from '#lib/model/fill.ts';

test('variables are replaced once, and those without a value remain', () => {
  const variables = { name: '{{other}}', other: 'x', 'a.b-c': 'dotted', empty: '' };
  expect(fill('{{name}} {{ other }} {{a.b-c}}{{empty}} {{missing}} {{ }} {name}', variables)).toBe(
    '{{other}} x dotted {{missing}} {{ }} {name}',
  );
  expect(fill('{{toString}} {{constructor}}', {})).toBe('{{toString}} {{constructor}}');
});

test('a text that variables make too long is refused', () => {
  expect(() => fill('{{a}}'.repeat(101), { a: 'x'.repeat(2000) })).toThrow();
  expect(fill('{{a}}'.repeat(100), { a: 'x'.repeat(2000) })).toHaveLength(200_000);
});
