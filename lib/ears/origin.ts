import { awsHost } from '#lib/domain/aws-regions.ts';
import type { EarsSettings } from './settings.ts';

/** The origin of Amazon Transcribe’s streams in a region. */
export const transcribeOrigin = (region: string): string =>
  `wss://${awsHost('transcribestreaming', region)}:8443`;

/** The origin to which pages send what their microphones hear; undefined: they send it nowhere. */
export const earsOrigin = (ears: EarsSettings | undefined, region: string): string | undefined => {
  if (!ears) return undefined;
  return ears.provider === 'local' ? new URL(ears.url).origin : transcribeOrigin(ears.region ?? region);
};
