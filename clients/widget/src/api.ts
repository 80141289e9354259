import type { StreamEvent } from '../../voice/src/events.ts';
import { eventsOf } from '../../voice/src/events.ts';
import type { HeardSound } from '../../voice/src/player.ts';
import type { EarsAddress } from '../../voice/src/protocols.ts';
import { Refusal } from './refusals.ts';
import type { OwnTexts } from './words.ts';

/** The answer of `GET /v1/live/widgets/{widget_id}`. */
export interface WidgetPage {
  readonly name: string | null;
  readonly color: string | null;
  readonly logo: string | null;
  readonly position: 'end' | 'start';
  readonly texts: Readonly<Record<string, OwnTexts>>;
  readonly require_token: boolean;
  readonly frame: boolean;
  readonly voice: boolean;
  readonly handover: boolean;
}

/** A chat that the page may continue. */
export interface Session {
  readonly conversation_id: string;
  readonly session_token: string;
}

export interface Turn {
  readonly index: number;
  readonly role: string;
  readonly text: string;
  readonly author?: string;
}

export type Handling = 'agent' | 'waiting' | 'human';

interface Messages {
  readonly data: readonly Turn[];
  readonly status: string;
  readonly handling: Handling;
}

/** A message that is sent once, however often it is sent with the same key. */
export interface SentMessage {
  readonly text: string;
  readonly key: string;
  /** The answer comes with sound. */
  readonly speak?: true;
  /** The part of the answer before it that the visitor has heard, where they interrupted it. */
  readonly heard?: HeardSound | undefined;
}

type Sent = Pick<RequestInit, 'method' | 'body' | 'signal' | 'cache' | 'keepalive'> & {
  readonly session?: Session;
};

/** The routes that a page of a widget may call, below an address such as `https://…/v1/live`. */
export const widgetApi = (base: string) => {
  const request = async (path: string, { session, ...init }: Sent = {}, headers = {}): Promise<Response> => {
    try {
      return await fetch(`${base}${path}`, {
        ...init,
        credentials: 'omit',
        headers: {
          ...(session && { authorization: `Bearer ${session.session_token}` }),
          ...(init.body && { 'content-type': 'application/json' }),
          ...headers,
        },
      });
    } catch (error) {
      if (init.signal?.aborted) throw error;
      throw new Refusal('offline');
    }
  };
  const json = async <T>(path: string, sent?: Sent): Promise<T> => {
    const response = await request(path, sent);
    const answer = (await response.json().catch(() => ({}))) as T & { code?: string; detail?: string };
    if (!response.ok) throw new Refusal(answer.code ?? 'failed', answer.detail);
    return answer;
  };
  const at = ({ conversation_id }: Session, path: string) => `/conversations/${conversation_id}/${path}`;
  return {
    page: (widget: string) => json<WidgetPage>(`/widgets/${encodeURIComponent(widget)}`),
    begin: (widget_id: string, variables: object) =>
      json<Session>('/widget-sessions', {
        method: 'POST',
        body: JSON.stringify({ widget_id, variables }),
      }),
    messages: (session: Session, after: number, wait: number, signal?: AbortSignal) => {
      const query = `${after >= 0 ? `after=${after}&` : ''}wait=${wait}`;
      return json<Messages>(`${at(session, 'messages')}?${query}`, {
        session,
        cache: 'no-store',
        ...(signal && { signal }),
      });
    },
    /** An answer that is spoken gives way to the next message, as people do. */
    send: async function* (
      session: Session,
      { key, ...message }: SentMessage,
      signal: AbortSignal,
    ): AsyncGenerator<StreamEvent, void> {
      const body = JSON.stringify({ ...message, ...(message.speak && { when_busy: 'interrupt' }) });
      const sent = { session, method: 'POST', body, signal };
      const response = await request(at(session, 'messages'), sent, { 'idempotency-key': key });
      try {
        yield* eventsOf(response);
      } catch (error) {
        if (signal.aborted) throw error;
        throw new Refusal('offline');
      }
    },
    ears: (session: Session, ended?: string) =>
      json<EarsAddress>(at(session, 'ears'), {
        session,
        method: 'POST',
        ...(ended && { body: JSON.stringify({ ended }), keepalive: true }),
      }),
    handOver: (session: Session) =>
      json<{ readonly handling: Handling }>(at(session, 'handover'), { session, method: 'POST' }),
    end: (session: Session) => json(at(session, 'end'), { session, method: 'POST' }),
  };
};
export type WidgetApi = ReturnType<typeof widgetApi>;
