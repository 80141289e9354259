import type { AgentTestInput } from '#lib/contract/agents.ts';
import type { FlowNode } from '#lib/contract/conversation-flow.ts';
import type { Passage } from './knowledge.ts';

export type Message = AgentTestInput['messages'][number];

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
  readonly next: (turn: Turn) => Promise<Step>;
}

/** Starts the dialogue with a model about the conversation so far. The signal aborts it. */
export type Thinker = (said: readonly Message[], signal: AbortSignal) => Dialogue;
