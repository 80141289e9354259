import type { Client } from 'voice-agent-platform-client';
import { createClient } from 'voice-agent-platform-client';

export const baseUrl = window.location.origin;

/** What shows the platform whose a request is: a key, or the cookie of a person and the organization that the person has chosen. */
export type Proof = { readonly key: string } | { readonly organization: string };

export const sendWith = (proof: Proof, url: string | URL | Request, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  if ('key' in proof) headers.set('authorization', `Bearer ${proof.key}`);
  // Other sites cannot send the header, so the cookie alone does nothing.
  else headers.set('organization', proof.organization);
  // A key and the cookie of a session together are refused.
  return fetch(url, { ...init, headers, credentials: 'key' in proof ? 'omit' : 'same-origin' });
};

export const clientOf = (proof: Proof): Client =>
  createClient({ baseUrl, fetch: (url, init) => sendWith(proof, url, init) });
