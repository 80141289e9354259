import { ProviderError } from './errors.ts';
import type { NamedProvider } from './http.ts';

/** A longer one would be cut, and open nothing. */
const maxLength = 4096;

/** The token in an answer with which a page joins a call. */
export const tokenIn = ({ title }: NamedProvider, value: unknown): string => {
  if (typeof value === 'string' && value !== '' && value.length <= maxLength) return value;
  throw new ProviderError('unclear', `${title} did not say how a page joins the call`);
};

/** The address in an answer at which a page joins a call. */
export const addressIn = (service: NamedProvider, value: unknown, protocol: 'wss:' | 'https:'): string => {
  const address = tokenIn(service, value);
  return tokenIn(service, URL.parse(address)?.protocol === protocol ? address : undefined);
};
