import type { AgentTestInput } from '#lib/contract/agents.ts';
import type { FlowNode } from '#lib/contract/conversation-flow.ts';
import type { Passage } from './knowledge.ts';

export type Message = AgentTestInput['messages'][number];

/** A tool as a model is told of it. */
export interface OfferedTool {
  readonly name: string;
  readonly description: string | null;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** What whoever thinks for the agent is told before it says or does one thing. */
export interface Turn {
  readonly instructions: string;
  /** Where the agent is in its flow, with its variables filled in. */
  readonly node: FlowNode | undefined;
  readonly passages: readonly Passage[];
  readonly tools: readonly OfferedTool[];
  /** What came of the calls before, in their order. */
  readonly results: readonly unknown[];
  /** It must say something now, and can do nothing else. */
  readonly mustSpeak: boolean;
}

export interface Call {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** One thing that was said or done. */
export interface Step {
  readonly text: string;
  readonly calls: readonly Call[];
  /** Where in the flow it goes. */
  readonly moveTo?: string | undefined;
  /** It ends the conversation. */
  readonly ends?: boolean;
  readonly usage: { readonly input: number; readonly output: number };
}

/** Who thinks for an agent, step by step, in one answer. */
export interface Dialogue {
  readonly next: (turn: Turn) => Promise<Step>;
}

/** Begins to think about what was said so far, until the signal. */
export type Thinker = (said: readonly Message[], signal: AbortSignal) => Dialogue;
