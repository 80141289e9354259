import type { Client, ConversationInput, TurnInput } from 'voice-agent-platform-client';
import { ApiProblem } from 'voice-agent-platform-client';

/**
 * The conversation of one call. Turns are sent in order while the call goes on. A turn is kept until the
 * platform has stored it. Its index makes sure that it is stored once.
 */
export class History {
  readonly #client: Client;
  readonly #conversation: ConversationInput;
  readonly #key = crypto.randomUUID();
  #id: string | undefined;
  #stored = 0;
  #unsent: TurnInput[] = [];
  #writing: Promise<void> = Promise.resolve();

  constructor(client: Client, conversation: ConversationInput) {
    this.#client = client;
    this.#conversation = conversation;
    this.#write();
  }

  say(role: 'agent' | 'user', text: string): void {
    this.#unsent.push({ role, text });
    this.#write();
  }

  async end(end_reason: string): Promise<void> {
    await this.#writing;
    try {
      await this.#send();
    } finally {
      await this.#client.conversations.update({
        params: { conversation_id: await this.#created() },
        body: { status: 'completed', end_reason },
      });
    }
  }

  #write(): void {
    this.#writing = this.#writing
      .then(() => this.#send())
      .catch((error) => console.error('Sent again with the next turn, or when the call ends:', error));
  }

  async #send(): Promise<void> {
    const params = { conversation_id: await this.#created() };
    while (this.#unsent.length > 0) {
      const sent = this.#unsent.slice(0, 100);
      const turns = sent.map((turn, at) => ({ ...turn, index: this.#stored + at }));
      try {
        await this.#client.transcripts.append({ params, body: { turns } });
        this.#stored += sent.length;
        this.#unsent.splice(0, sent.length);
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== 'turn_conflict') throw error;
        // Another program writes to the transcript too. Turns before the index are stored, the others follow
        // its turns.
        this.#unsent.splice(0, Number(error.problem.index) - this.#stored);
        this.#stored = await this.#length(params.conversation_id);
      }
    }
  }

  async #created(): Promise<string> {
    if (this.#id !== undefined) return this.#id;
    try {
      const { id } = await this.#client.conversations.create({
        body: this.#conversation,
        idempotencyKey: this.#key,
      });
      this.#id = id;
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.code !== 'conversation_exists') throw error;
      // The bot was restarted during the call.
      const id = String(error.problem.conversation_id);
      this.#stored = await this.#length(id);
      this.#id = id;
    }
    return this.#id;
  }

  async #length(conversation_id: string): Promise<number> {
    return (await this.#client.conversations.get({ params: { conversation_id } })).transcript.turns;
  }
}
