import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { agentFromItem } from '#lib/agents/agent-record.ts';
import { ApiError } from '#lib/contract/errors.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import { inheritSettings } from '#lib/domain/organizations/hierarchy.ts';
import { isSuspended, readLineage } from '#lib/organizations/clients.ts';
import { keyOf } from '#lib/store/keys.ts';
import { get } from '#lib/store/operations/get.ts';
import type { WidgetRecord } from '#lib/widgets/widgets.ts';
import { canTalk } from './visitors-talk.ts';
import { refusePaused } from './widget-of.ts';

/** The agent at its live version, as chats begin with it, read by a function that writes nothing. */
const speakingNow = async (saved: AgentRecord): Promise<AgentRecord> => {
  const { id, live_version, version } = saved;
  if (live_version === null || live_version === version) return saved;
  const item = await get(keyOf('agent_version', id, live_version));
  return item ? agentFromItem(item) : saved;
};

/** The looks of a widget, with the branding of its organization where it says nothing itself. */
export const pageOfWidget = async (widget: WidgetRecord) => {
  refusePaused(widget);
  const [lineage, agent] = await Promise.all([
    readLineage(widget.path),
    get(keyOf('agent', widget.agent_id)),
  ]);
  if (!lineage || !agent || isSuspended(lineage)) throw new ApiError('widget_unavailable');
  const { branding } = inheritSettings(lineage.members.map(({ settings }) => settings));
  const { name, color, position }: Widget['appearance'] = widget.appearance;
  const saved = agentFromItem(agent);
  return {
    id: widget.id,
    name: name ?? branding?.name ?? saved.name,
    color: color ?? branding?.accent_color ?? null,
    logo: branding?.logo ?? null,
    position,
    texts: widget.texts,
    require_token: widget.require_token,
    frame: widget.frame,
    voice: await canTalk(widget, saved),
    handover: (await speakingNow(saved)).handover !== null,
  };
};
