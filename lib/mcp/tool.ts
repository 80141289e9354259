/** An operation of the API as an assistant calls it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly method: string;
  /** Such as `/v1/agents/{agent_id}`. */
  readonly path: string;
  readonly scope?: string;
  /** The arguments that belong into the path, and those that belong into the query; `body` is the body. */
  readonly params: readonly string[];
  readonly query: readonly string[];
  readonly paged: boolean;
  /** Whether a call changes nothing. */
  readonly reads: boolean;
  readonly inputSchema: {
    readonly type: 'object';
    readonly properties: Record<string, unknown>;
    readonly required: string[];
    readonly additionalProperties: false;
  };
}
