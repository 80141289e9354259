import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { ClientPatch, ClientReplacement } from '#lib/contract/clients.ts';
import { pathsSetFromAbove } from '#lib/contract/set-from-above.ts';
import { settings } from '../../console/src/organizations/settings.ts';

/** Fields of an organization that can be changed and are not on its page of settings, with the reason. */
const leftOut: Readonly<Record<string, string>> = {
  '/status': 'Suspend and Resume are buttons of the page, which ask first.',
  '/metadata': 'Keys of integrators, who set them through the API.',
  '/billing_info/currency': 'For billing systems of integrators: a plan says in which currency it is billed.',
  '/billing_info/plan': 'The name of a plan in a billing system of the integrator’s own.',
  '/billing_info/external_id': 'An id in a billing system of the integrator’s own.',
};

type Shape = Readonly<Record<string, z.core.$ZodType>>;

/** The fields of the object behind what is optional, nullable or has a default. */
const shapeOf = (schema: z.core.$ZodType): Shape | undefined => {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if ('shape' in def) return def.shape as Shape;
  if ('innerType' in def) return shapeOf(def.innerType as z.core.$ZodType);
  const options = 'options' in def ? (def.options as readonly z.core.$ZodType[]) : [];
  return options.map(shapeOf).find(Boolean);
};

const pointersOf = (schema: z.core.$ZodType, pointer = ''): string[] => {
  const fields = Object.entries(shapeOf(schema) ?? {});
  return fields.length === 0
    ? [pointer]
    : fields.flatMap(([name, field]) => pointersOf(field, `${pointer}/${name}`));
};

test('every setting of an organization is in the console, or left out for a reason', () => {
  const offered: readonly string[] = settings.map(({ pointer }) => pointer);
  expect([...offered, ...Object.keys(leftOut)].sort()).toEqual(pointersOf(ClientPatch).sort());
});

test('the console knows which settings only an organization above changes', () => {
  const above = pathsSetFromAbove(ClientReplacement).map((path) => `/${path.join('/')}`);
  for (const { pointer, fromAbove = false } of settings) {
    const expected = above.some((place) => pointer === place || pointer.startsWith(`${place}/`));
    expect(fromAbove, pointer).toBe(expected);
  }
});
