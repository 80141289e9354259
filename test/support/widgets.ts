import type { Organization } from '../fixtures.ts';
import { platform } from '../fixtures.ts';
import { viewerProof } from './viewer.ts';

export const shop = 'https://www.shop.example';

type Api = Organization['api'];
type AgentBody = Parameters<Api['agents']['create']>[0]['body'];
type WidgetBody = Parameters<Api['widgets']['create']>[0]['body'];

/** A widget of an agent of an organization, on the pages of a shop. */
export const newWidget = async (
  { api }: { readonly api: Api },
  more: Partial<WidgetBody> = {},
  agent: Partial<AgentBody> = {},
) => {
  const { id: agent_id } = await api.agents.create({
    body: { name: 'Pia', first_message: 'Hello, this is Pia.', prompt: 'Be kind.', ...agent },
  });
  return api.widgets.create({ body: { name: 'Shop', agent_id, origins: [shop], ...more } });
};

interface Visit {
  /** Null: the request names none, as that of a program. */
  readonly origin?: string | null;
  /** As CloudFront says it. */
  readonly address?: string;
  readonly token?: string;
  readonly body?: object;
}

/** The fields of answers and problems, each of which has some. */
interface Found {
  readonly conversation_id: string;
  readonly session_token: string;
  readonly message: string | null;
  readonly data: readonly { readonly role: string; readonly text: string }[];
  readonly color: string | null;
  readonly handover: boolean;
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly { readonly pointer: string }[];
}

/** A request to a live route as the page of a visitor sends it, and what a browser makes of its answer. */
export const asVisitor = async (
  method: 'GET' | 'POST',
  path: string,
  { origin = shop, address, token, body }: Visit = {},
) => {
  const answer = await fetch(`${platform.base_url}/v1/live${path}`, {
    method,
    headers: {
      ...(origin !== null && { origin }),
      ...(address !== undefined && { 'x-viewer-address': address, 'x-viewer-proof': viewerProof }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') === true;
  const found = (isJson ? JSON.parse(text) : {}) as Found;
  const allowed = answer.headers.get('access-control-allow-origin');
  return {
    status: answer.status,
    text,
    found,
    refusal: `${answer.status} ${found.code}`,
    isReadable: allowed === '*' || allowed === origin,
    retryAfter: answer.headers.get('retry-after'),
  };
};

/** Begins a chat as a visitor of a page. */
export const visit = (widget_id: string, { body, ...more }: Visit = {}) =>
  asVisitor('POST', '/widget-sessions', { ...more, body: { widget_id, ...body } });

/** Sends a message as a visitor, and returns the answer as events. */
export const say = (
  { conversation_id, session_token }: Pick<Found, 'conversation_id' | 'session_token'>,
  text = 'Hello',
  more: Visit = {},
) =>
  asVisitor('POST', `/conversations/${conversation_id}/messages`, {
    ...more,
    token: session_token,
    body: { text },
  });
