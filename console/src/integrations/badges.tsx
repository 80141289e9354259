import type { ImportStatus, IntegrationEventStatus, IntegrationStatus } from 'voice-agent-platform-client';
import type { Tone } from '../kit/badge.tsx';
import { Badge } from '../kit/badge.tsx';
import { words } from '../words/index.ts';

/** Normal states have no tone and are shown as plain text. */
const tones: Readonly<Record<IntegrationStatus | IntegrationEventStatus | ImportStatus, Tone>> = {
  active: undefined,
  failing: 'bad',
  disabled: 'warn',
  received: undefined,
  processed: undefined,
  parked: 'warn',
  failed: 'bad',
  running: undefined,
  completed: undefined,
  canceled: undefined,
};

export const StatusBadge = ({ status }: { readonly status: keyof typeof tones }) => {
  const shown = words.integrations.statuses[status];
  const tone = tones[status];
  return tone ? <Badge tone={tone}>{shown}</Badge> : shown;
};
