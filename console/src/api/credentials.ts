import type { Client } from 'voice-agent-platform-client';
import { createClient } from 'voice-agent-platform-client';

export const baseUrl = window.location.origin;

/**
 * The credentials of a request: an API key, or the session cookie of a person, who has chosen one of their
 * organizations.
 */
export type Credentials = ({ readonly key: string } | { readonly organization: string }) & {
  /** The member as whom the requests look: an organization and a role (`View-As`). */
  readonly viewAs?: string;
};

export const sendWith = (credentials: Credentials, url: string | URL | Request, init: RequestInit = {}) => {
  const headers = new Headers(init.headers);
  if ('key' in credentials) headers.set('authorization', `Bearer ${credentials.key}`);
  // Other sites cannot set this header, so a request with the cookie alone is refused.
  else headers.set('organization', credentials.organization);
  if (credentials.viewAs) headers.set('view-as', credentials.viewAs);
  // The API refuses requests that have both a key and a session cookie.
  return fetch(url, { ...init, headers, credentials: 'key' in credentials ? 'omit' : 'same-origin' });
};

export const clientOf = (credentials: Credentials): Client =>
  createClient({ baseUrl, fetch: (url, init) => sendWith(credentials, url, init) });
