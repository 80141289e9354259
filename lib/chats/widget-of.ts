import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import type { Caller } from '#lib/domain/caller.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import type { WidgetRecord } from '#lib/widgets/widgets.ts';
import { widgets } from '#lib/widgets/widgets.ts';

/** Refuses chats of a widget that is paused. */
export const refusePaused = ({ status }: Pick<Widget, 'status'>): void => {
  if (status === 'paused') throw new ApiError('widget_unavailable', { detail: 'The widget is paused' });
};

/**
 * The widget whose page sends a request, which must not be paused or removed. Undefined: a page of no widget
 * sends it.
 */
export const openWidgetOf = ({ widget }: Pick<Caller, 'widget'>): Widget | undefined => {
  if (widget === null) throw new ApiError('widget_unavailable', { detail: 'The widget was removed' });
  if (widget) refusePaused(widget);
  return widget;
};

/** The widget of a chat that a server begins with an agent, for an organization. */
export const findWidgetOf = async (
  caller: Caller,
  agent: Pick<AgentRecord, 'id'>,
  { client }: Pick<Lineage, 'client'>,
  id: string,
): Promise<WidgetRecord> => {
  const widget = await widgets.find(caller, id);
  if (!widget || widget.agent_id !== agent.id || widget.client_id !== client.id) {
    throw new ApiError('widget_not_found');
  }
  refusePaused(widget);
  return widget;
};

/** Whether the page that sends a request may listen and speak: all but those of widgets without a voice. */
export const hasVoice = ({ widget }: Pick<Caller, 'widget'>): boolean =>
  widget === undefined || widget?.voice === true;
