import type { ImportStatus, IntegrationEventStatus, IntegrationStatus } from 'voice-agent-platform-client';
import { inWords } from '../api/format.ts';
import type { Tone } from '../kit/badge.tsx';
import { Badge } from '../kit/badge.tsx';

const tones: Readonly<Record<IntegrationStatus | IntegrationEventStatus | ImportStatus, Tone>> = {
  active: 'good',
  failing: 'bad',
  disabled: undefined,
  received: undefined,
  processed: 'good',
  parked: 'warn',
  failed: 'bad',
  running: 'accent',
  completed: 'good',
  canceled: undefined,
};

export const StatusBadge = ({ status }: { readonly status: keyof typeof tones }) => (
  <Badge tone={tones[status]}>{inWords(status)}</Badge>
);
