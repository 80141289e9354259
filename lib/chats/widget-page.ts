import { agentFromItem } from '#lib/agents/agent-record.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import { earsSettings } from '#lib/ears/settings.ts';
import { isSuspended, readLineage } from '#lib/organizations/clients.ts';
import { agentKey } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';
import type { WidgetRecord } from '#lib/widgets/widgets.ts';
import { refusePaused } from './widget-of.ts';

/** The looks of a widget, with the branding of its organization where it says nothing itself. */
export const pageOfWidget = async (widget: WidgetRecord) => {
  refusePaused(widget);
  const [lineage, agent] = await Promise.all([readLineage(widget.path), get(agentKey(widget.agent_id))]);
  if (!lineage || !agent || isSuspended(lineage)) throw new ApiError('widget_unavailable');
  const { branding } = inheritSettings(lineage.members.map(({ settings }) => settings));
  const { name, color, position }: Widget['appearance'] = widget.appearance;
  return {
    id: widget.id,
    name: name ?? branding?.name ?? agentFromItem(agent).name,
    color: color ?? branding?.accent_color ?? null,
    logo: branding?.logo ?? null,
    position,
    texts: widget.texts,
    require_token: widget.require_token,
    voice: widget.voice && earsSettings() !== undefined,
  };
};
