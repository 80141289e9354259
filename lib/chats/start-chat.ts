import type { AgentRecord } from '#lib/agents/agent-record.ts';
import type { ChatInput } from '#lib/contract/chats.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { TurnInput } from '#lib/contract/transcripts.ts';
import { insertConversation } from '#lib/conversations/conversations.ts';
import { unreported } from '#lib/conversations/unreported.ts';
import { conversationVariables, fill, refuseMissing } from '#lib/domain/agents/variables.ts';
import type { Caller } from '#lib/domain/caller.ts';
import { newSession } from '#lib/domain/chats/session.ts';
import { createdAt, newId } from '#lib/domain/ids.ts';
import { hashSecret } from '#lib/domain/keys/api-key.ts';
import { newSessionToken } from '#lib/domain/keys/session-token.ts';
import type { Lineage } from '#lib/organizations/clients.ts';
import { hoursFor } from '#lib/organizations/opening-hours.ts';
import { countOpenChat } from '#lib/store/limits/chat-quotas.ts';
import type { Write } from '#lib/store/operations/operation.ts';
import { put } from '#lib/store/operations/put.ts';
import { countWidgetChat } from '#lib/widgets/count-use.ts';
import type { WidgetRecord } from '#lib/widgets/widgets.ts';
import { sessionItem } from './sessions.ts';

interface StartedChat extends Conversation {
  readonly message: string | null;
  readonly session_token: string;
}

type StartFault = 'external_id_exists' | 'quota_exceeded' | 'rate_limited';

/** A page that follows its chat sends some dozens. */
const requestsOfVisitor = 120;

const ofWidget = ({ id, limits }: WidgetRecord) => ({ client_id: id, limit: limits.open_chats });

/** Creates the conversation of a chat with its session, in one transaction. */
export const startChat = async (
  caller: Caller,
  agent: AgentRecord,
  lineage: Lineage,
  input: ChatInput,
  /** The widget on whose page the chat is; absent: it has none. */
  widget?: WidgetRecord,
): Promise<Write<StartedChat, StartFault>> => {
  const { client } = lineage;
  const { client_id: _client, widget_id: _widget, variables, idle_minutes, ...fields } = input;
  const id = newId('conv');
  const start_time = createdAt(id);
  const values = conversationVariables(
    variables,
    agent,
    lineage,
    { id, ...input },
    Date.parse(start_time),
    await hoursFor(agent, lineage),
  );
  refuseMissing(agent, values);
  const { first_message } = agent;
  const message = first_message === null ? null : fill(first_message, values).slice(0, 20_000);
  const greeting: TurnInput = {
    role: 'agent',
    text: message ?? '',
    start_ms: 0,
    end_ms: null,
    tool_calls: [],
    metadata: {},
  };
  const now = Date.parse(start_time);
  const open = await countOpenChat(lineage, now, widget && ofWidget(widget));
  const counts = widget ? [...open.operations, countWidgetChat(widget, now)] : open.operations;
  const made = insertConversation(
    agent,
    client,
    {
      ...fields,
      ...(widget && { metadata: { ...fields.metadata, widget_id: widget.id } }),
      agent_id: agent.id,
      client_id: client.id,
      direction: 'inbound',
      provider: null,
      status: 'active',
      start_time,
      ...unreported,
      turns: message === null ? [] : [greeting],
    },
    caller,
    { id, cost_by: null, reported: null, handling: 'agent', open_in: open.open_in },
  );
  const session_token = newSessionToken();
  const session = newSession(
    { variables, idle_minutes },
    {
      agent_version: agent.version,
      node: agent.conversation_flow?.start ?? null,
      token_hash: hashSecret(session_token),
      key_id: caller.key_id,
      // Visitors of a page use up nothing of what the organization’s keys may send.
      ...(widget
        ? { widget_id: widget.id, rate_limits: [{ client_id: id, requests_per_minute: requestsOfVisitor }] }
        : { rate_limits: caller.rate_limits }),
    },
    Date.parse(start_time),
  );
  const operations = [...made.operations, put(sessionItem(id, session)), ...counts];
  return {
    operations: operations as Write<StartedChat, StartFault>['operations'],
    reply: { ...made.reply, message, session_token },
  };
};
