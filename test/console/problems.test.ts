import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { contract } from '#lib/contract/index.ts';
import type { Route } from '#lib/contract/route.ts';
import { errorsOf } from '#lib/contract/route.ts';
import { problems as german } from '../../console/src/words/de/problems.ts';
import { problems as english } from '../../console/src/words/en/problems.ts';

const sources = globSync('console/src/**/*.{ts,tsx}')
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n');

/** The routes that some page calls, whatever line breaks are in between. */
const called = Object.entries(contract).flatMap(([resource, operations]) =>
  Object.entries(operations as Readonly<Record<string, Route>>)
    .filter(([operation]) => new RegExp(`\\.\\s*${resource}\\s*\\.\\s*${operation}\\b`).test(sources))
    .map(([, route]) => route),
);

test('the console has words for each refusal that its requests can get, and for no other', () => {
  expect(called.length).toBeGreaterThan(100);
  const met = [...new Set(called.flatMap(errorsOf))].sort();
  expect(Object.keys(english.codes).sort()).toEqual(met);
  expect(Object.keys(german.codes).sort()).toEqual(met);
});

test('words for people name no scope, field or status', () => {
  for (const [code, { title, help = '' }] of [english, german].flatMap(({ codes }) => Object.entries(codes)))
    expect(`${title} ${help}`, code).not.toMatch(/\w_\w|\w:\w|\b[45]\d\d\b|scope/i);
});

/** The texts of some files, each after its file. */
const textsOf = (files: string): readonly string[] =>
  globSync(`console/src/words/${files}`).flatMap((path) =>
    (readFileSync(path, 'utf8').match(/'(?:[^'\\\n]|\\.)*'|`[^`]*`/g) ?? []).map(
      (text) => `${path}: ${text}`,
    ),
  );

// People who sign in have a role and no key, and nobody knows a right by its name in the API.
test('no text of the console names a scope, or a key that its reader may not have', () => {
  const names =
    /\w:(read|write|erase)\b|\bscopes?\b|\b(your key|ihr schlüssel|this key (can|may)|dieser schlüssel (kann|darf))\b/i;
  const ofKeys = /\b(keys|sign-in)\.ts:/;
  expect(textsOf('{en,de}/*.ts').filter((text) => names.test(text) && !ofKeys.test(text))).toEqual([]);
});

// Hürde, Transkript, Protokoll, Posteingang, Bereitstellung, ID, Vertrag, Analyse, Werkzeug, Berechtigung.
test('German has one word for one thing', () => {
  const others =
    /\bSperre\b|Mitschrift|Audit|Prüfprotokoll|\bEingang\b|[Dd]eploy|\bIds?\b|Kennung|Nummer (der Anfrage|des Fehlers)|Abonnement|Auswertung|\bTools?\b|das Recht\b/;
  expect(textsOf('de/*.ts').filter((text) => others.test(text))).toEqual([]);
});

// A page may take a text by a name of the API, such as that of a status.
test('no text of the console has a name that neither a page nor the API knows', () => {
  const known = new Set(
    globSync(['{console,clients/voice}/src/**/*.{ts,tsx}', 'lib/contract/**/*.ts'])
      .filter((file) => !/words.(en|de)./.test(file))
      .flatMap((file) => readFileSync(file, 'utf8').match(/\w+/g) ?? []),
  );
  const texts = globSync('console/src/words/en/*.ts').flatMap((file) =>
    Array.from(readFileSync(file, 'utf8').matchAll(/^\s+'?(\w+)'?:/gm), ([, name = '']) => name),
  );
  expect(texts.length).toBeGreaterThan(1000);
  expect(texts.filter((name) => !known.has(name))).toEqual([]);
});
