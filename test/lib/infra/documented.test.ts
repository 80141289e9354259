import { expect, test } from 'vitest';
import { documents, read } from '../../support/documents.ts';
import { fewFunctions, findingsIn, stacksOf } from '../../support/stack.ts';

// Of a few functions: test/lib/infra/checks.test.ts has all.
test('the settings that the documents show as examples can be used', () => {
  const examples = documents.flatMap((file) =>
    [...read(file).matchAll(/```json\n *("(?:context|settings|stages)"[\s\S]*?)\n *```/g)].map(
      ([, text = '']) => text,
    ),
  );
  expect(examples.length).toBeGreaterThanOrEqual(4);
  for (const example of examples) {
    const file = JSON.parse(`{${example}}`) as { readonly context?: Record<string, object> };
    const { settings, stages } = file.context ?? {};
    // Without settings beside them, stages leave a first deployment as it is, which has a test of its own.
    const first = settings || !stages ? [undefined] : [];
    for (const stage of [...first, ...Object.keys(stages ?? {})]) {
      expect(findingsIn(stacksOf({ ...file.context, stage }, fewFunctions, file)), example).toEqual([]);
    }
  }
});
