import { connectionWords } from '../words/connections.ts';

interface Provider {
  /** Absent for one that has no name of its own. */
  readonly name?: string;
  readonly placeholder: string;
  /** Of the identifier of a company at the provider that people know, from which the rest follows. */
  readonly issuer: (company: string) => string;
  /** Claims that fix the company at a provider that many companies share. */
  readonly claims?: (company: string) => Record<string, string>;
}

const withoutScheme = (company: string): string => company.replace(/^https?:\/\//, '').replace(/\/+$/, '');

/** Providers of which most of a connection is known, and all others. */
export const providers = {
  entra: {
    name: 'Microsoft Entra ID',
    placeholder: '8a1f6c1e-…',
    issuer: (company) => `https://login.microsoftonline.com/${company}/v2.0`,
    claims: (company) => ({ tid: company }),
  },
  google: {
    name: 'Google Workspace',
    placeholder: 'example.com',
    issuer: () => 'https://accounts.google.com',
    claims: (company) => ({ hd: company }),
  },
  okta: {
    name: 'Okta',
    placeholder: 'example.okta.com',
    issuer: (company) => `https://${withoutScheme(company)}`,
  },
  keycloak: {
    name: 'Keycloak',
    placeholder: 'https://login.example.com/realms/staff',
    issuer: (company) => company,
  },
  other: {
    placeholder: 'https://login.example.com',
    issuer: (company) => company,
  },
} as const satisfies Readonly<Record<string, Provider>>;

export type ProviderName = keyof typeof providers;

export const providerOf = (name: ProviderName): Provider => providers[name];

export const providerOptions = () =>
  Object.entries<Provider>(providers).map(([value, { name }]) => ({
    value,
    label: name ?? connectionWords().otherProvider,
  }));
