import type { ExamplesOf } from './example.ts';

export const packages: ExamplesOf<'packages'> = {
  get: { params: { file: 'voice-agent-platform-client.tgz' }, response: '…' },
};
