/** A schema of JSON Schema for an object. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly properties?: Record<string, unknown>;
  readonly required?: string[];
}

/** An operation of the API as an assistant calls it. */
export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly method: string;
  /** Such as `/v1/agents/{agent_id}`. */
  readonly path: string;
  readonly scope?: string;
  /**
   * The arguments that belong into the path, with the pattern of each; those that belong into the query;
   * `body` is the body.
   */
  readonly params: Readonly<Record<string, string>>;
  readonly query: readonly string[];
  readonly paged: boolean;
  /** The list that an answer consists of, and the fields of its items, of which a call can choose some. */
  readonly list?: { readonly name: string; readonly fields: readonly string[] };
  /** Hints by which a client may ask its user before it calls the tool. */
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint?: boolean;
    readonly idempotentHint?: boolean;
    readonly openWorldHint: boolean;
  };
  readonly inputSchema: ObjectSchema;
  readonly outputSchema: ObjectSchema;
}
