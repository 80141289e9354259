import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import { earsForVisitors } from '#lib/ears/settings.ts';
import { usableRecognizer } from '#lib/integrations/integrations.ts';

/**
 * Whether visitors of a widget talk with its agent: the widget has a voice, and the operator, or the agent's
 * organization with an account of its own, has ears for them.
 */
export const canTalk = async (
  { voice }: Pick<Widget, 'voice'>,
  { client_id }: Pick<AgentRecord, 'client_id'>,
): Promise<boolean> =>
  voice && (earsForVisitors() !== undefined || (await usableRecognizer(client_id)) !== undefined);
