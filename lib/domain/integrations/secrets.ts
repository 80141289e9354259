import type { CallReport } from './call-report.ts';

/*
 * Providers return the configuration of a call with its report, including headers, tokens of tools and secret
 * variables. All organizations below the integration's can read the metadata of a conversation, so fields
 * whose names suggest a secret are not stored.
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

/** A report without metadata whose names suggest a secret, at any depth. */
export const withoutSecrets = (report: CallReport): CallReport => {
  const { provider_metadata, ...facts } = report.facts;
  if (!provider_metadata) return report;
  const metadata = withoutNames(provider_metadata) as Readonly<Record<string, unknown>>;
  return { ...report, facts: { ...facts, provider_metadata: metadata } };
};
