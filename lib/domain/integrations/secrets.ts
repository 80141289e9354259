import type { CallReport } from './call-report.ts';

/*
 * Providers send along whatever a call was set up with: headers, tokens of tools, secret variables. A conversation's metadata is shown
 * to everybody below the organization that connected the provider, so what is named like a secret is not stored there.
 */

const isSecret = (name: string): boolean =>
  /secret|token|password|authorization|credential|apikey|headers/.test(
    name.toLowerCase().replaceAll(/[^a-z]/g, ''),
  );

const withoutNames = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutNames);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !isSecret(name))
      .map(([name, member]) => [name, withoutNames(member)]),
  );
};

/** A report whose metadata has nothing that is named like a secret, at any depth. */
export const withoutSecrets = (report: CallReport): CallReport => {
  const { provider_metadata, ...facts } = report.facts;
  if (!provider_metadata) return report;
  const metadata = withoutNames(provider_metadata) as Readonly<Record<string, unknown>>;
  return { ...report, facts: { ...facts, provider_metadata: metadata } };
};
