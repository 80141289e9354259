import type {
  ImportStatus,
  Integration,
  IntegrationEventStatus,
  IntegrationStatus,
} from 'voice-agent-platform-client';
import type { Tone } from '../kit/badge.tsx';
import { Badge } from '../kit/badge.tsx';
import { words } from '../words/index.ts';
import { hasAgents } from './providers.ts';

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

interface ConnectionStateProps {
  readonly integration: Pick<Integration, 'status' | 'provider'>;
  /** Whether the provider has posted anything; undefined until it is known. */
  readonly hasEvent: boolean | undefined;
}

/** The state of an account by fact: it is connected once the provider has posted something. */
export const ConnectionState = ({ integration: { status, provider }, hasEvent }: ConnectionStateProps) => {
  const { connection } = words.integrations;
  // Calls of carriers come to the platform itself, and recognizers have none.
  if (status !== 'active' || !hasAgents(provider)) return <StatusBadge status={status} />;
  if (hasEvent === undefined) return null;
  return hasEvent ? connection.connected : <Badge tone="warn">{connection.waiting}</Badge>;
};
