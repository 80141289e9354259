import type { AgentTestInput } from '#lib/contract/agents.ts';
import type { FlowNode } from '#lib/contract/conversation-flow.ts';
import type { SaidMessage } from '#lib/domain/chats/history.ts';
import type { PastCall } from '#lib/domain/chats/tool-results.ts';
import type { Passage } from './knowledge.ts';

export type Message = AgentTestInput['messages'][number];

/** The part of a tool's result that the model receives. */
export const shownResult = (outcome: PastCall['outcome'] | undefined): unknown =>
  outcome?.error === undefined ? outcome?.content : { error: outcome.error };

/** A tool as it is described to a model. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The input for one step of the model. */
export interface Turn {
  readonly instructions: string;
  /** The current node of the flow, with its variables filled in. */
  readonly node: FlowNode | undefined;
  readonly passages: readonly Passage[];
  readonly tools: readonly OfferedTool[];
  /** The results of the previous tool calls, in order. */
  readonly results: readonly unknown[];
  /** Whether the model must speak now and cannot call tools. */
  readonly mustSpeak: boolean;
}

export interface Call {
  /** The model's id of the call, unique within an answer. */
  readonly id: string;
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** One step of the model: text, tool calls or a transition. */
export interface Step {
  readonly text: string;
  readonly calls: readonly Call[];
  /** The next node of the flow. */
  readonly moveTo?: string | undefined;
  /** Whether it ends the conversation. */
  readonly ends?: boolean;
  readonly usage: { readonly input: number; readonly output: number };
}

/** The steps of a model that lead to one answer. */
export interface Dialogue {
  /** Yields the words of a step as they come, and returns the whole step. */
  readonly next: (turn: Turn) => AsyncGenerator<string, Step>;
}

export interface ThinkerInput {
  /** Begins the time of a step, which the signal aborts at its end. */
  readonly signal: () => AbortSignal;
  /**
   * Whether words are yielded while the model generates them. Otherwise, each step yields its whole text at
   * once.
   */
  readonly streams: boolean;
  /** The agent's last calls, whose results come with the first step. */
  readonly called: readonly Call[];
  /** Reserves the tokens that a request may take. Throws if a limit is used up: the model is not asked. */
  readonly reserve: (tokens: number) => Promise<void>;
  /**
   * Learns of the tokens of each answer of the model, before anything can be wrong with it, and estimates of
   * those that break off.
   */
  readonly spent: (tokens: Step['usage']) => void;
}

/** Starts the dialogue with a model about the conversation so far. */
export type Thinker = (said: readonly SaidMessage[], thinking: ThinkerInput) => Dialogue;
