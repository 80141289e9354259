import { expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { ClientReplacement } from '#lib/contract/clients.ts';
import { contract } from '#lib/contract/index.ts';
import type { Route } from '#lib/contract/route.ts';
import { methodOf } from '#lib/contract/route.ts';
import { pathsSetFromAbove } from '#lib/contract/set-from-above.ts';
import * as examples from '#lib/openapi/examples/index.ts';
import * as agents from '../../console/src/agents/draft.ts';
import * as analyzers from '../../console/src/analyzers/draft.ts';
import * as plans from '../../console/src/billing/plan-draft.ts';
import * as connections from '../../console/src/connections/draft.ts';
import { settings } from '../../console/src/organizations/settings.ts';
import * as toolServers from '../../console/src/tool-servers/draft.ts';
import * as webhooks from '../../console/src/webhooks/draft.ts';
import * as widgets from '../../console/src/widgets/draft.ts';

type Reasons = Readonly<Record<string, string>>;

/** A form for what a PATCH changes. */
interface Form {
  /** A body in which everything is set, as the form makes it, or the pointers of its fields. */
  readonly sends: readonly string[] | object;
  /** The other fields, with the reason. */
  readonly leavesOut?: Reasons;
}

const metadata = { '/metadata': 'Keys of integrators, who set them through the API.' };

/** A draft in which every text is filled and every switch is turned. */
const filled = <T extends object>(draft: T): T =>
  Object.fromEntries(
    Object.entries(draft).map(([name, value]) => {
      if (typeof value === 'boolean') return [name, !value];
      return [name, typeof value === 'string' ? '2' : value];
    }),
  ) as T;

const agent = { ...examples.agents.get.response, voice: null, metadata: {} };
const { metadata: _metadata, ...agentBody } = agents.replacementOf(filled(agents.draftOf(agent)), agent);

const connection = examples.connections.get.response;
const toolServer = toolServers.draftOf(examples.toolServers.get.response);

const buttons = { '/status': 'Buttons of the page, which ask first.' };
const ofOtherSystems = { '/external_id': 'An id in a system of the integrator’s own.' };

/** The forms of the console, by the resource of the PATCH. A reason: the console has no form for it. */
const forms: Readonly<Record<string, Form | string>> = {
  agents: { sends: agentBody, leavesOut: metadata },
  analyzers: { sends: analyzers.draftOf(examples.analyzers.get.response), leavesOut: metadata },
  clients: {
    sends: settings.map(({ pointer }) => pointer),
    leavesOut: {
      ...metadata,
      ...buttons,
      '/billing_info/currency':
        'For billing systems of integrators: a plan says in which currency it is billed.',
      '/billing_info/plan': 'The name of a plan in a billing system of the integrator’s own.',
      '/billing_info/external_id': 'An id in a billing system of the integrator’s own.',
    },
  },
  connections: {
    sends: connections.patchOf(connections.draftOf(connection), filled(connections.draftOf(connection))),
    leavesOut: {
      ...metadata,
      '/domains': 'A list of their own, because each is verified.',
      '/acr_values': 'For providers that ask for more proof, set once with the API.',
      '/required_claims': 'The kind of provider decides them when the connection is added.',
      '/role_claim': 'Roles of groups at the provider: the API, for those who maintain the groups.',
      '/role_map': 'As `role_claim`.',
    },
  },
  conversations:
    'Facts that a provider or a program reported. Tags and the review have buttons of their own.',
  documents: { sends: ['/name', '/text'], leavesOut: { ...metadata, ...ofOtherSystems } },
  integrations: {
    sends: ['/name', '/api_key', '/webhook_secret', '/agents'],
    leavesOut: {
      ...metadata,
      ...buttons,
      '/verification': 'The way in which a provider signs follows from the secret that is entered.',
    },
  },
  members: {
    sends: ['/role'],
    leavesOut: {
      ...metadata,
      '/scopes': 'People have roles. Scopes of their own are for accounts of programs.',
      '/expires_at': 'Access that ends is given by an invitation.',
    },
  },
  plans: { sends: plans.bodyOf(plans.noPlan), leavesOut: metadata },
  scenarios:
    'Written by a model from a sentence or from a call, and in the repository of who tests by program.',
  statements: {
    sends: ['/status', '/sent_at', '/external_reference'],
    leavesOut: metadata,
  },
  subscriptions: { sends: ['/plan_id', '/start_date'] },
  testSuites: 'Made from sentences or calls; its rules are for programs that test before a deployment.',
  toolServers: {
    sends: toolServers.patchOf(toolServer, filled(toolServer)),
    leavesOut: metadata,
  },
  webhooks: {
    sends: webhooks.bodyOf(webhooks.noWebhook),
    leavesOut: { ...metadata, ...buttons, '/expires_at': 'For webhooks that a program needs for a while.' },
  },
  widgets: {
    sends: widgets.patchOf(widgets.draftOf(examples.widgets.get.response)),
    leavesOut: { ...metadata, ...buttons },
  },
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

const pointersIn = (value: unknown, pointer = ''): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([name, field]) => pointersIn(field, `${pointer}/${name}`))
    : [pointer];

const patches = Object.entries(contract).flatMap(([resource, routes]) =>
  Object.values<Route>(routes)
    .filter((route) => methodOf(route) === 'PATCH' && route.params)
    .map((route) => [resource, route] as const),
);

/** Whether a form sends a field, an object that has it, or a part of it. */
const covers = (sent: string, field: string): boolean =>
  sent === field || field.startsWith(`${sent}/`) || sent.startsWith(`${field}/`);

test.for(patches)(
  'every setting of %s is in the console, or left out for a reason',
  ([resource, { body }]) => {
    const form = forms[resource];
    if (typeof form === 'string') return;
    const { sends, leavesOut = {} } = form ?? { sends: [] };
    const sent = Array.isArray(sends) ? (sends as string[]) : pointersIn(sends);
    const fields = pointersOf(body as z.core.$ZodType);
    const missing = fields.filter((field) => !sent.some((each) => covers(each, field)));
    expect(missing.sort()).toEqual(Object.keys(leavesOut).sort());
    expect(sent.filter((each) => !fields.some((field) => covers(each, field)))).toEqual([]);
  },
);

test('the console knows which settings only an organization above changes', () => {
  const above = pathsSetFromAbove(ClientReplacement).map((path) => `/${path.join('/')}`);
  for (const { pointer, fromAbove = false } of settings) {
    const expected = above.some((place) => pointer === place || pointer.startsWith(`${place}/`));
    expect(fromAbove, pointer).toBe(expected);
  }
});
