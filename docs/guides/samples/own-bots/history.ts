import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Client, ConversationInput, TurnInput } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';

const folder = 'unsent-calls';

interface Ended {
  readonly status: 'completed';
  readonly end_time: string;
  readonly end_reason: string;
}

/** What happens in a call, as a line of its file has it. */
type Line =
  | { readonly call: ConversationInput & { readonly external_id: string; readonly start_time: string } }
  | { readonly turn: TurnInput }
  | { readonly end: Ended }
  | { readonly stored: number; readonly sent: number };

interface Patience {
  /** How long the platform is tried after the end of the call. */
  readonly patienceMs?: number;
  readonly clock?: () => number;
  readonly pause?: (ms: number) => Promise<unknown>;
}

/** Whether the same request can succeed later. */
const passes = (error: unknown): boolean =>
  !(error instanceof ApiProblem) ||
  [408, 429].includes(error.status) ||
  error.status >= 500 ||
  error.code === 'request_in_flight';

/**
 * Keeps a call until the platform has all of it: its start, its turns and its end, with their times. They are
 * sent in order while the call goes on. While the platform cannot be reached, it is tried again, until some
 * minutes after the end of the call. What is left then stays in a file, and is sent by `resume` when the bot
 * starts again.
 */
export class History {
  readonly #client: Client;
  readonly #file: string;
  readonly #patienceMs: number;
  readonly #clock: () => number;
  readonly #pause: (ms: number) => Promise<unknown>;
  #call!: Extract<Line, { call: unknown }>['call'];
  #id: string | undefined;
  #unsent: TurnInput[] = [];
  #stored: number | undefined;
  #end: Ended | undefined;
  #isClosed = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(client: Client, of: ConversationInput | { readonly file: string }, patience: Patience = {}) {
    this.#client = client;
    this.#patienceMs = patience.patienceMs ?? 600_000;
    this.#clock = patience.clock ?? Date.now;
    this.#pause = patience.pause ?? wait;
    if ('file' in of) {
      this.#file = of.file;
      for (const line of readFileSync(of.file, 'utf8').trim().split('\n')) this.#take(JSON.parse(line));
    } else {
      const key = randomUUID();
      mkdirSync(folder, { recursive: true });
      this.#file = join(folder, `${key}.jsonl`);
      // By its external_id, a later start finds the call, whatever has become of the first request.
      const start_time = new Date(this.#clock()).toISOString();
      this.#keep({ call: { ...of, external_id: of.external_id ?? key, start_time } });
    }
    this.#write();
  }

  /** Adds a turn that has just been spoken. */
  say(role: 'agent' | 'user', text: string): void {
    this.#keep({ turn: { role, text, end_ms: this.#clock() - Date.parse(this.#call.start_time) } });
    this.#write();
  }

  /** Ends the call. The promise is kept when nothing more is sent. */
  async end(end_reason: string): Promise<void> {
    const end_time = new Date(this.#clock()).toISOString();
    this.#keep({ end: { status: 'completed', end_time, end_reason } });
    await this.sent();
  }

  /** The promise is kept when the platform has everything, or what is left stays in the file. */
  async sent(): Promise<void> {
    this.#write();
    await this.#writing;
  }

  #keep(line: Line): void {
    appendFileSync(this.#file, `${JSON.stringify(line)}\n`);
    this.#take(line);
  }

  #take(line: Line): void {
    if ('call' in line) this.#call = line.call;
    else if ('turn' in line) this.#unsent.push(line.turn);
    else if ('end' in line) this.#end = line.end;
    else {
      this.#unsent.splice(0, line.sent);
      this.#stored = line.stored;
    }
  }

  #write(): void {
    this.#writing = this.#writing.then(() => this.#sendAll());
  }

  async #sendAll(): Promise<void> {
    let givesUp = Number.POSITIVE_INFINITY;
    for (let ms = 1000; !this.#isClosed; ms = Math.min(ms * 2, 30_000)) {
      try {
        await this.#send();
        if (!this.#end) return;
        this.#isClosed = true;
        rmSync(this.#file, { force: true });
      } catch (error) {
        const now = this.#clock();
        if (this.#end) givesUp = Math.min(givesUp, now + this.#patienceMs);
        this.#isClosed = !passes(error) || now > givesUp;
        console.error(this.#isClosed ? `Left in ${this.#file}:` : `Sent again in ${ms} ms:`, error);
        if (!this.#isClosed) await this.#pause(ms);
      }
    }
  }

  async #send(): Promise<void> {
    const params = { conversation_id: await this.#created() };
    while (this.#unsent.length > 0) {
      const stored = this.#stored ?? 0;
      const sent = this.#unsent.slice(0, 100);
      const turns = sent.map((turn, at) => ({ ...turn, index: stored + at }));
      try {
        await this.#client.transcripts.append({ params, body: { turns } });
        this.#keep({ stored: stored + sent.length, sent: sent.length });
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'turn_conflict') throw error;
        // Another program writes to the transcript too. Turns before the index are stored, the others follow
        // its turns.
        const known = Number(error.problem.index) - stored;
        this.#keep({ stored: await this.#length(params.conversation_id), sent: known });
      }
    }
    if (!this.#end) return;
    try {
      await this.#client.conversations.update({ params, body: this.#end });
    } catch (error) {
      // Your organization, or one above it, has ended the call otherwise.
      if (!(error instanceof ApiProblem) || error.code !== 'invalid_transition') throw error;
    }
  }

  async #created(): Promise<string> {
    if (this.#id !== undefined) return this.#id;
    // A call that is over before the platform hears of it is recorded as one.
    const body = { ...this.#call, ...this.#end };
    const idempotencyKey = `${body.external_id} ${this.#end?.status ?? 'active'}`;
    let id: string;
    let stored = 0;
    try {
      ({ id } = await this.#client.conversations.create({ body, idempotencyKey }));
    } catch (error) {
      // Another call under the same id is not this one, and its turns do not belong here.
      if (!(error instanceof ApiProblem) || error.problem.same_call !== true) throw error;
      // The bot was restarted during the call, or sends what it could not send before.
      id = String(error.problem.conversation_id);
      stored = await this.#length(id);
    }
    this.#id = id;
    if (this.#stored === undefined) this.#keep({ stored, sent: 0 });
    return id;
  }

  async #length(conversation_id: string): Promise<number> {
    return (await this.#client.conversations.get({ params: { conversation_id } })).transcript.turns;
  }
}

/** Sends what is left of calls that have ended, when the bot starts again. */
export const resume = async (client: Client): Promise<void> => {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    if (readFileSync(file, 'utf8').includes('\n{"end":')) await new History(client, { file }).sent();
  }
};
