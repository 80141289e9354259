import type { PlatformOptions } from '#lib/local/platform.ts';

/** The services that an operator may leave out, all of them on. */
export const optionalServices = {
  ears: {
    provider: 'transcribe',
    region: 'eu-central-1',
    widgets: true,
    price: { amount: 0.024, currency: 'USD' },
  },
  speech: { provider: 'stand_in', price: { amount: 16, currency: 'USD' } },
} as const satisfies Pick<PlatformOptions, 'ears' | 'speech'>;
