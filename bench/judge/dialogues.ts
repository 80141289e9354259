import { globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as z from 'zod/mini';

/** A call of a service by the agent. Its arguments are the values of the service's slots. */
export interface ServiceCall {
  readonly service: string;
  readonly name: string;
  readonly arguments: Readonly<Record<string, string>>;
}

export interface Dialogue {
  readonly id: string;
  readonly turns: readonly { readonly role: 'user' | 'agent'; readonly text: string }[];
  readonly calls: readonly ServiceCall[];
}

const Arguments = z.record(z.string(), z.string());

/** A dialogue as the dataset publishes it. */
const Published = z.object({
  dialogue_id: z.string(),
  turns: z.array(
    z.object({
      speaker: z.enum(['USER', 'SYSTEM']),
      utterance: z.string(),
      frames: z.array(
        z.object({
          service: z.string(),
          service_call: z.optional(z.object({ method: z.string(), parameters: Arguments })),
        }),
      ),
    }),
  ),
});

/** A dialogue with turns as the API takes them. */
const Converted = z.object({
  dialogue_id: z.string(),
  turns: z.array(
    z.object({
      role: z.enum(['user', 'agent']),
      text: z.string(),
      tool_calls: z._default(
        z.array(z.object({ service: z.string(), name: z.string(), arguments: Arguments })),
        [],
      ),
    }),
  ),
});

const fromPublished = ({ dialogue_id, turns }: z.output<typeof Published>): Dialogue => ({
  id: dialogue_id,
  turns: turns.map(({ speaker, utterance }) => ({
    role: speaker === 'USER' ? 'user' : 'agent',
    text: utterance,
  })),
  calls: turns
    .flatMap(({ frames }) => frames)
    .flatMap(({ service, service_call: call }) =>
      call ? [{ service, name: call.method, arguments: call.parameters }] : [],
    ),
});

const fromConverted = ({ dialogue_id, turns }: z.output<typeof Converted>): Dialogue => ({
  id: dialogue_id,
  turns: turns.map(({ role, text }) => ({ role, text })),
  calls: turns.flatMap(({ tool_calls }) => tool_calls),
});

/**
 * The dialogues of a split of the Schema-Guided Dialogue dataset: a folder with its files `dialogues_*.json`,
 * or a file with one converted dialogue a line, which may be compressed by gzip.
 */
export const readDialogues = (path: string): Dialogue[] => {
  if (statSync(path).isDirectory()) {
    return globSync('dialogues_*.json', { cwd: path })
      .sort()
      .flatMap((file) => z.array(Published).parse(JSON.parse(readFileSync(join(path, file), 'utf8'))))
      .map(fromPublished);
  }
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString();
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => fromConverted(Converted.parse(JSON.parse(line))));
};
