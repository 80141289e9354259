import type { StatementStatus } from 'voice-agent-platform-client';
import { inWords } from '../api/format.ts';
import type { Tone } from '../kit/badge.tsx';
import { Badge } from '../kit/badge.tsx';

const tones: Readonly<Record<StatementStatus, Tone>> = {
  draft: undefined,
  final: 'accent',
  paid: 'good',
  void: 'bad',
};

export const StatementBadge = ({ status }: { readonly status: StatementStatus }) => (
  <Badge tone={tones[status]}>{inWords(status)}</Badge>
);
