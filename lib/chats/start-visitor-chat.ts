import type { AgentRecord } from '#lib/agents/agent-record.ts';
import { liveAgent } from '#lib/agents/agent-versions.ts';
import type { ChatInput } from '#lib/contract/chats.ts';
import { chatLimits } from '#lib/contract/chats.ts';
import type { ErrorCode, Fault } from '#lib/contract/errors.ts';
import { ApiError, invalid } from '#lib/contract/errors.ts';
import { placeholdersIn } from '#lib/contract/variables.ts';
import type { Widget } from '#lib/contract/widgets.ts';
import { findServedLineage } from '#lib/conversations/served-lineage.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { currentCause } from '#lib/store/cause.ts';
import { commit } from '#lib/store/operations/commit.ts';
import { retryStale } from '#lib/store/operations/retry-stale.ts';
import { countVisit } from '#lib/widgets/count-use.ts';
import type { WidgetRecord } from '#lib/widgets/widgets.ts';
import { startChat } from './start-chat.ts';
import { refusePaused } from './widget-of.ts';

/** The variables by which tools say whose data they read or change. */
const boundVariables = ({ tools }: Pick<AgentRecord, 'tools'>): Set<string> =>
  new Set(
    tools.flatMap(({ action }) =>
      action && 'bind' in action
        ? Object.values(action.bind).flatMap((text) => placeholdersIn(text).map(({ name }) => name))
        : [],
    ),
  );

/** Refuses variables that a visitor must not choose. */
const refuseVariables = (
  { public_variables }: Pick<Widget, 'public_variables'>,
  agent: AgentRecord,
  variables: ChatInput['variables'],
): void => {
  const bound = boundVariables(agent);
  const faults = Object.keys(variables).flatMap((name): Fault[] => {
    const pointer = `/variables/${name}`;
    if (!public_variables.includes(name)) {
      return [{ pointer, code: 'invalid', detail: 'is not one of the widget’s public_variables' }];
    }
    if (!bound.has(name)) return [];
    const detail = 'is bound by a tool of the agent, so that pages cannot set it';
    return [{ pointer, code: 'invalid', detail }];
  });
  if (faults.length > 0) throw invalid(...faults);
};

/** The reasons for which a widget takes no chats, which are none of its visitors’ business. */
const unavailable: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'agent_not_found',
  'agent_not_serving_client',
  'client_not_found',
  'client_suspended',
  'usage_limit_reached',
]);

const forVisitors = (error: unknown): unknown => {
  if (!(error instanceof ApiError)) return error;
  if (unavailable.has(error.code)) return new ApiError('widget_unavailable');
  if (error.code !== 'quota_exceeded') return error;
  const headers = { 'retry-after': '60' };
  return new ApiError('rate_limited', { detail: 'Too many chats are open', headers });
};

/** The service itself, which acts for visitors: an agent of an organization above may serve the widget’s. */
const service: Caller = { key_id: '', client_id: null, scopes: [], expires_at: null, rate_limits: [] };

const input = {
  channel: 'web',
  caller: null,
  idle_minutes: chatLimits.idleMinutes,
  external_id: null,
  metadata: {},
} as const;

/** Begins a chat for a visitor of the page of a widget, who has no key. */
export const startVisitorChat = async (widget: WidgetRecord, variables: ChatInput['variables']) => {
  refusePaused(widget);
  if (widget.require_token) throw new ApiError('token_required');
  const takeBack = await countVisit(widget, currentCause()?.address ?? '');
  try {
    return await retryStale(async () => {
      const { agent_id, client_id } = widget;
      const { agent: saved, lineage } = await findServedLineage(
        service,
        agent_id,
        client_id,
        'chats_stopped',
      );
      const agent = await liveAgent(saved);
      refuseVariables(widget, agent, variables);
      const asked = { ...input, tags: [], variables, widget_id: widget.id };
      const chat = await startChat({ ...service, client_id }, agent, lineage, asked, widget);
      await commit(chat.operations);
      return chat.reply;
    });
  } catch (error) {
    await takeBack();
    throw forVisitors(error);
  }
};
