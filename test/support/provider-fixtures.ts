import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProviderName } from '#lib/contract/integrations.ts';

/** The providers' documented payloads, kept beside the project rather than in it; see the README. */
const directory = join(import.meta.dirname, '../../../shared/fixtures/providers');

export const haveProviderFixtures = existsSync(directory);

export interface SignatureVector {
  readonly file: string | null;
  readonly body?: string;
  readonly provider: ProviderName;
  readonly mode?: 'hmac-default' | 'legacy-secret' | 'bearer';
  readonly case?: string;
  readonly secret: string;
  readonly now_unix?: number;
  readonly now_unix_ms?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly valid: boolean;
}

/** A proposal of what each payload means; what is absent is not said. */
export interface Expected {
  readonly error?: string;
  readonly provider_conversation_id?: string;
  readonly provider_agent_id?: string;
  readonly start_time?: string | null;
  readonly end_time?: string;
  readonly duration_ms?: number;
  readonly status?: string;
  readonly end_reason_raw?: string;
  readonly caller?: string | null;
  readonly agent_number?: string;
  readonly direction?: string | null;
  readonly channel?: string;
  readonly success?: string | null;
  readonly sentiment?: string | null;
  readonly cost?: { readonly amount: number; readonly unit: string };
  readonly turns?: number;
  readonly spoken_turns?: number;
  readonly tool_calls?: number;
}

export const readFixture = (file: string): Buffer => readFileSync(join(directory, file));

const readJson = <T>(file: string): T => JSON.parse(readFixture(file).toString()) as T;

export const readVectors = (): readonly SignatureVector[] =>
  readJson<{ vectors: SignatureVector[] }>('signatures.json').vectors;

export const readExpected = (): Readonly<Record<string, Expected>> =>
  readJson<{ expected: Record<string, Expected> }>('expected.json').expected;

export const payloadFiles = (): readonly string[] =>
  readdirSync(directory).filter((file) => /^(elevenlabs|vapi|retell)-/.test(file));

export const providerOf = (file: string): ProviderName => file.split('-')[0] as ProviderName;
