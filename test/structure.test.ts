import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { expect, test } from 'vitest';
import { callingModules } from '#lib/infra/permissions.ts';

/** `import … from 'x'`, `export … from 'x'`, `import 'x'` and `import('x')`. */
const importing = /^(?:(?:import|export)\b[^;']*?from|import) '([^']+)'|\bimport\('([^']+)'\)/gm;

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(importing)]
    .map(([, named, dynamic]) => named ?? dynamic ?? '')
    .map((specifier) => {
      if (specifier.startsWith('#')) return specifier.slice(1);
      return specifier.startsWith('.') ? normalize(join(file, '..', specifier)) : specifier;
    })
    .map((path) => path.replaceAll('\\', '/'));

const files = (pattern: string): { readonly file: string }[] =>
  globSync(pattern)
    .map((file) => ({ file: file.replaceAll('\\', '/') }))
    .filter(({ file }) => !file.includes('/node_modules/'));

const within =
  (...places: string[]) =>
  (path: string) =>
    places.some((place) => path.startsWith(place));

/** Of this project only these places, and any package. */
const ours = (...places: string[]) => {
  const isThere = within(...places);
  return (path: string) => !/^(lib|functions|bin|console|test|bench)\//.test(path) || isThere(path);
};

/**
 * The rooms of use cases over the store, from the ground up. Each imports only rooms before it. Who needs
 * something from above is told by an event, or registers with the room below.
 */
const rooms = [
  'store',
  'audit',
  'organizations',
  'keys',
  'people',
  'sockets',
  'agents',
  'widgets',
  'model',
  'tools',
  'speech',
  'ears',
  'conversations',
  'recordings',
  'search',
  'usage',
  'billing',
  'integrations',
  'deployments',
  'calls',
  'chats',
  'phone',
  'analysis',
  'test-suites',
  'webhooks',
  'imports',
  'exports',
  'erasures',
];

const roomsBelow = (room: string): string[] =>
  rooms.slice(0, rooms.indexOf(room)).map((below) => `lib/${below}/`);

const allRooms = rooms.map((room) => `lib/${room}/`);

/** Packages that only some rooms may import, besides those of Node and AWS. */
const packagesOfRooms: Readonly<Record<string, readonly string[]>> = {
  model: ['ai', '@ai-sdk/', 'minisearch', 'zod/mini'],
  tools: ['zod/mini', '@modelcontextprotocol/client', 'lib/delivery/'],
  ears: ['zod/mini', '@smithy/core/serde', '@smithy/signature-v4'],
  chats: ['uuid', 'lib/providers/'],
  phone: ['lib/providers/', 'aws-lambda'],
  speech: ['zod/mini', '@smithy/node-http-handler', 'lib/providers/'],
};

const allowedInRooms = Object.fromEntries(
  rooms.map((room) => [
    `lib/${room}/`,
    within(
      'lib/contract/',
      'lib/domain/',
      'lib/voice/',
      'node:',
      '@aws-sdk/',
      ...(packagesOfRooms[room] ?? []),
      ...roomsBelow(room),
    ),
  ]),
);

/**
 * The one file of the store that knows rooms: it joins the facets of all lists, because they share the
 * indexes of the table.
 */
const upward: Readonly<Record<string, readonly string[]>> = {
  'lib/store/lists/facets.ts': [
    'lib/agents/facets.ts',
    'lib/analysis/facets.ts',
    'lib/conversations/facets.ts',
    'lib/integrations/facets.ts',
    'lib/organizations/facets.ts',
    'lib/webhooks/facets.ts',
  ],
};

/** The imports that each part of the code may have; every part may import from itself. */
const allowed: Readonly<Record<string, (path: string) => boolean>> = {
  ...allowedInRooms,
  'lib/contract/': (path) => path === 'zod/mini',
  'lib/domain/': within(
    'lib/contract/',
    'lib/voice/',
    'node:',
    'uuid',
    'big.js',
    'csv-stringify/sync',
    'hyparquet-writer',
    'client-zip',
    'temporal-polyfill',
    're2js',
  ),
  'lib/delivery/': ours('lib/contract/', 'lib/openapi/examples/'),
  'lib/openapi/': ours('lib/contract/', 'lib/domain/'),
  'lib/mcp/': ours('lib/contract/', 'lib/openapi/'),
  'lib/reference/': ours(),
  'lib/packages/': ours('lib/contract/', 'lib/build/'),
  'lib/infra/': ours('lib/contract/', 'lib/domain/', ...allRooms, 'lib/console/', 'lib/build/'),
  'lib/local/': ours('lib/contract/', 'lib/domain/', ...allRooms, 'lib/console/', 'lib/build/'),
  'lib/upkeep/': ours('lib/contract/', 'lib/domain/', ...allRooms, 'lib/local/', 'lib/build/'),
  'functions/': ours(
    'lib/contract/',
    'lib/domain/',
    ...allRooms,
    'lib/delivery/',
    'lib/providers/',
    'lib/oidc/',
    'lib/reference/',
    'lib/packages/',
    'lib/mcp/',
    'lib/http/',
    'lib/events/',
  ),
  'lib/providers/': within(
    'lib/contract/',
    'lib/domain/',
    'lib/delivery/',
    'node:',
    'zod/mini',
    '@ai-sdk/elevenlabs',
  ),
  'lib/oidc/': within('lib/delivery/', 'lib/domain/json.ts', 'openid-client', 'jose'),
  'lib/voice/': within('zod/mini', 'node:crypto'),
  'lib/events/': within(...allRooms, '@aws-sdk/client-dynamodb', '@aws-sdk/util-dynamodb', 'aws-lambda'),
  'console/src/': within(
    'voice-agent-platform-client',
    'voice-agent-platform-voice',
    'react',
    '@base-ui/react',
    '@dagrejs/dagre',
    'unpdf',
    '@tanstack/',
  ),
  'lib/http/': within(
    'lib/contract/',
    'lib/domain/',
    ...allRooms,
    'lib/mcp/',
    'node:',
    '@middy/core',
    'aws-lambda',
    'zod/mini',
    'zod/v4/locales/en.js',
  ),
};

const filesIn = (place: string) => files(place.endsWith('/') ? `${place}**/*.{ts,tsx}` : place);

test.for(Object.keys(allowed).flatMap(filesIn))('$file looks only where its part may look', ({ file }) => {
  const [place = ''] = Object.keys(allowed).filter((candidate) => file.startsWith(candidate));
  const elsewhere = importsOf(file)
    .filter((path) => !path.startsWith(place) && !allowed[place]?.(path))
    .filter((path) => !upward[file]?.includes(path));
  expect(elsewhere).toEqual([]);
});

/** Background work, and the function for requests that match no route. */
const withoutRoute = /^functions\/((events|clock|tasks|tools|sockets)\/|service\/unrouted\.ts$)/;

test.for(files('functions/*/*.ts').filter(({ file }) => !withoutRoute.test(file)))(
  '$file takes its route from its own resource’s contract',
  ({ file }) => {
    const resource = file.split('/')[1];
    const contracts = importsOf(file).filter((path) => path.startsWith('lib/contract/'));
    // A route with much that other functions do not need is a file in the folder of its resource.
    const own = [`lib/contract/${resource}.ts`, `lib/contract/${file.split('/').slice(1).join('/')}`];
    expect(contracts.filter((path) => own.includes(path))).not.toEqual([]);
    expect(contracts).not.toContain('lib/contract/index.ts');
    expect(importsOf(file).filter((path) => path.startsWith('@aws-sdk/'))).toEqual([]);
  },
);

test.for(files('functions/*/*.ts'))('$file is a screen at most', ({ file }) => {
  expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThanOrEqual(60);
});

test('docs/contributing/layout.md lists every folder of lib', () => {
  const layout = readFileSync('docs/contributing/layout.md', 'utf8');
  const listed = [...layout.matchAll(/^lib\/(\S+) /gm)].map(([, room]) => room);
  expect(listed.sort()).toEqual(readdirSync('lib').sort());
});

test('a provider is known only to the interface of all providers', () => {
  const insiders = files('{lib,functions,bin}/**/*.ts').filter(({ file }) =>
    importsOf(file).some((path) => {
      const [, provider] = /^lib\/providers\/([^/]+)\//.exec(path) ?? [];
      return provider !== undefined && !file.startsWith(`lib/providers/${provider}/`);
    }),
  );
  expect(insiders.map(({ file }) => file)).toEqual(['lib/providers/index.ts']);
});

test('only the modules that count what a model does ask one', () => {
  const asking = files('{lib,functions}/**/*.ts')
    .map(({ file }) => file)
    .filter((file) =>
      /\bconverse\(|\bchooseThinker\(|\b(generate|stream)(Text|Object)\(/.test(readFileSync(file, 'utf8')),
    );
  expect(asking.sort()).toEqual([
    'lib/chats/ask-model.ts',
    'lib/model/converse.ts',
    'lib/model/judge.ts',
    'lib/model/simulated-caller.ts',
    'lib/model/think.ts',
  ]);
});

test('every module that calls DynamoDB or S3 declares the actions that its role must allow', () => {
  const calling = allRooms
    .flatMap((room) => files(`${room}**/*.ts`))
    .map(({ file }) => file)
    .filter((file) => /\bnew \w+Command\(|\/update\.ts'/.test(readFileSync(file, 'utf8')))
    // A transaction is allowed by what it is made of, and an update by the module whose attributes it
    // changes.
    .filter((file) => !/^lib\/store\/operations\/(commit|update)\.ts$/.test(file));
  expect(calling.filter((file) => !callingModules.includes(file))).toEqual([]);
});

test('comments are at most 110 columns wide, unless a link is longer', () => {
  const isWide = (line: string) =>
    [...line].length > 110 && /^\s*(\/\/|\/\*|\* )/.test(line) && !/\S{90}/.test(line);
  const wide = files(
    '{bench,bin,clients/{typescript,voice,widget}/src,console/src,functions,lib,test}/**/*.{ts,tsx}',
  )
    .filter(({ file }) => !file.endsWith('/generated.ts'))
    .filter(({ file }) => readFileSync(file, 'utf8').split('\n').some(isWide));
  expect(wide).toEqual([]);
});

test('the depth of what others send is limited where it is parsed', () => {
  // The libraries of these rooms parse what their own fetch has counted.
  const rooms = '{chats,delivery,integrations,model,oidc,providers,speech,tools}/**';
  const found = files(`lib/{${rooms},domain/{completions,tools}/**}/*.ts`)
    // Sessions and journals are parsed as the platform stored them.
    .filter(({ file }) => !/^lib\/(model\/slots\/|(chats\/sessions|tools\/journal)\.ts$)/.test(file))
    .flatMap(({ file }) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => /JSON\.parse\(|\.json\(\)/.test(line))
        .map((line) => `${file}: ${line.trim()}`),
    );
  expect(found).toEqual([]);
});

test('comments begin with their subject', () => {
  // On the line that opens a comment, or on the one after it.
  const beginsOtherwise = /^\s*(\/\/|\/\*\*?(\s*\*)?)\s(What|How|Where|Who|Why)\b/gm;
  const found = files(
    '{bench,bin,clients/{typescript,voice,widget}/src,console/src,functions,lib,test}/**/*.{ts,tsx}',
  )
    // The comments of the clients' types are descriptions of the API.
    .filter(({ file }) => !file.endsWith('/generated.ts'))
    .flatMap(({ file }) =>
      [...readFileSync(file, 'utf8').matchAll(beginsOtherwise)].map(([opening]) => `${file}: ${opening}`),
    );
  expect(found).toEqual([]);
});

test('prose in documents is at most 120 columns wide, unless a link is longer', () => {
  const isWide = (line: string) => [...line].length > 120 && !/^\s*\||^!?\[|\S{90}/.test(line);
  const found = globSync('{*.md,{bench,changes,clients,console,docs,functions,lib,test}/**/*.md}')
    .filter((file) => !file.includes('node_modules'))
    .flatMap((file) => {
      const prose = readFileSync(file, 'utf8').replaceAll(/^ *```[\s\S]*?^ *```$/gm, '');
      return prose
        .split('\n')
        .filter(isWide)
        .map((line) => `${file}: ${line}`);
    });
  expect(found).toEqual([]);
});

/**
 * A circle of files that import each other, from a file on; types count, because a reader has to read them as
 * well.
 */
const circleFrom = (start: string, importsIn: ReadonlyMap<string, readonly string[]>): string[] => {
  const reached = new Map<string, string>();
  const open = [start];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    for (const next of importsIn.get(file) ?? []) {
      if (next === start) {
        const circle = [start];
        for (let at: string | undefined = file; at !== undefined && at !== start; at = reached.get(at)) {
          circle.unshift(at);
        }
        return circle;
      }
      if (importsIn.has(next) && !reached.has(next)) {
        reached.set(next, file);
        open.push(next);
      }
    }
  }
  return [];
};

test('no files import each other in a circle', () => {
  const sources = files(
    '{bench,bin,clients/{typescript,voice}/src,console/src,functions,lib,test}/**/*.{ts,tsx}',
  );
  const importsIn = new Map(sources.map(({ file }) => [file, importsOf(file)]));
  expect(importsIn.size).toBeGreaterThan(500);
  expect(sources.map(({ file }) => circleFrom(file, importsIn)).filter(({ length }) => length > 0)).toEqual(
    [],
  );
});

test('routes that create something find its owner by one rule', () => {
  // Suspended organizations, too, take their data out.
  const others = ['functions/exports/create.ts'];
  const found = files('functions/**/*.ts').filter(({ file }) =>
    /body\.client_id (\?\?|===)/.test(readFileSync(file, 'utf8')),
  );
  expect(found.map(({ file }) => file)).toEqual(others);
});

/** The participles that do not end in `ed` or `ing`. */
const irregularParticiples =
  /^(Begun|Bound|Broken|Built|Chosen|Done|Drawn|Found|Given|Gone|Heard|Held|Kept|Known|Left|Lost|Made|Meant|Met|Paid|Past|Read|Said|Seen|Sent|Shown|Spent|Split|Spoken|Stuck|Taken|Thought|Told|Unheard|Unmet|Written)$/;

/** Nouns that look like participles. */
const nouns: Readonly<Record<string, string>> = {
  Binding: 'of a cursor to its organization, route and filters',
  Finding: 'of a check of the table',
  Heading: 'of a group of changes',
  Recording: 'of a conversation',
  Setting: 'of an organization',
};

test('types are named by nouns, and not by a participle without its subject', () => {
  const declarations = /^\s*(?:export )?(?:abstract )?(?:type|interface|class) (\w+)/gm;
  const found = files('{bench,bin,clients/{typescript,voice}/src,console/src,functions,lib}/**/*.{ts,tsx}')
    .filter(({ file }) => !file.endsWith('/generated.ts'))
    .flatMap(({ file }) =>
      [...readFileSync(file, 'utf8').matchAll(declarations)]
        .map(([, name = '']) => name)
        .filter((name) => /^[A-Z][a-z]+(ed|ing)$/.test(name) || irregularParticiples.test(name))
        .filter((name) => !(name in nouns))
        .map((name) => `${file}: ${name}`),
    );
  expect(found).toEqual([]);
});

/** They show no words of calls, or are recorded as the change or the list that they are. */
const recordedOtherwise = [
  'functions/analyses/review.ts',
  'functions/analysis-runs/create.ts',
  'functions/conversations/update-matching.ts',
  'functions/reviews/list.ts',
];

test('functions have the scope for words of calls only with the record of their reading', () => {
  const asking = files('functions/**/*.ts').filter(({ file }) =>
    readFileSync(file, 'utf8').includes("'conversations:read'"),
  );
  expect(asking.map(({ file }) => file).sort()).toEqual(recordedOtherwise);
});
