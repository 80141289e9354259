interface Provider {
  readonly name: string;
  /** The identifier of a company at the provider that people know, from which the rest follows. */
  readonly label: string;
  readonly placeholder: string;
  readonly issuer: (company: string) => string;
  /** Claims that fix the company at a provider that many companies share. */
  readonly claims?: (company: string) => Record<string, string>;
}

const withoutScheme = (company: string): string => company.replace(/^https?:\/\//, '').replace(/\/+$/, '');

/** Providers of which most of a connection is known, and all others. */
export const providers = {
  entra: {
    name: 'Microsoft Entra ID',
    label: 'Directory (tenant) ID',
    placeholder: '8a1f6c1e-…',
    issuer: (company) => `https://login.microsoftonline.com/${company}/v2.0`,
    claims: (company) => ({ tid: company }),
  },
  google: {
    name: 'Google Workspace',
    label: 'Domain of the company',
    placeholder: 'example.com',
    issuer: () => 'https://accounts.google.com',
    claims: (company) => ({ hd: company }),
  },
  okta: {
    name: 'Okta',
    label: 'Okta domain',
    placeholder: 'example.okta.com',
    issuer: (company) => `https://${withoutScheme(company)}`,
  },
  keycloak: {
    name: 'Keycloak',
    label: 'URL of the realm',
    placeholder: 'https://login.example.com/realms/staff',
    issuer: (company) => company,
  },
  other: {
    name: 'Another OpenID Connect provider',
    label: 'Issuer',
    placeholder: 'https://login.example.com',
    issuer: (company) => company,
  },
} as const satisfies Readonly<Record<string, Provider>>;

export type ProviderName = keyof typeof providers;

export const providerOf = (name: ProviderName): Provider => providers[name];

export const providerOptions = Object.entries(providers).map(([value, { name }]) => ({ value, label: name }));
