interface TaskDeclaration {
  /** The function that runs it. */
  readonly function: `tasks.${string}`;
  /** The maximum duration of a run. Longer work continues in the next run. */
  readonly seconds: number;
  /**
   * The maximum number of concurrent runs, at least 2
   * (docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html).
   */
  readonly concurrency: number;
}

/**
 * Work that takes longer than a request or a batch of the stream. The functions, their queues and the runner
 * on one machine derive from this.
 */
export const taskKinds = {
  /** Creates conversations from the events of voice providers. */
  provider_events: { function: 'tasks.processProviderEvent', seconds: 60, concurrency: 20 },
  /** Processes parked events again: of an integration, or of all integrations that serve an organization. */
  replay_parked: { function: 'tasks.replayParked', seconds: 240, concurrency: 5 },
  /** Fetches recordings from voice providers. */
  recordings: { function: 'tasks.fetchRecording', seconds: 300, concurrency: 10 },
  /** Places calls through voice providers. */
  calls: { function: 'tasks.makeCall', seconds: 60, concurrency: 10 },
  /** Reads from carriers what calls have cost. */
  carrier_costs: { function: 'tasks.readCarrierCost', seconds: 60, concurrency: 5 },
  /** Imports from a voice provider. */
  imports: { function: 'tasks.runImport', seconds: 300, concurrency: 10 },
  /** Writes a changed rate limit to every API key of an organization and its descendants. */
  limit_keys: { function: 'tasks.limitKeys', seconds: 240, concurrency: 5 },
  /** Asks a person's provider whether a session may go on. */
  recheck_session: { function: 'tasks.recheckSession', seconds: 60, concurrency: 5 },
  /** Adds an owner's newest usage to its sums, or rebuilds the sums for another time zone. */
  sum_usage: { function: 'tasks.sumUsage', seconds: 240, concurrency: 2 },
  /** Checks some time after a write whether the work that follows it has been done, and otherwise does it. */
  second_look: { function: 'tasks.secondLook', seconds: 120, concurrency: 5 },
  /** Erases an organization with everything that it and its descendants own. */
  erase_organization: { function: 'tasks.eraseOrganization', seconds: 840, concurrency: 2 },
  /** Erases the conversations of a caller. */
  erase_caller: { function: 'tasks.eraseCaller', seconds: 240, concurrency: 2 },
  /** Makes statements final, and reports the thresholds of subscriptions. */
  bill_usage: { function: 'tasks.billUsage', seconds: 60, concurrency: 2 },
  /** Makes one attempt to deliver a message to a webhook. */
  deliver_message: { function: 'tasks.deliverMessage', seconds: 40, concurrency: 50 },
  /** Sends messages of a webhook again, removes them, or adds messages of events that it missed. */
  tend_webhook: { function: 'tasks.tendWebhook', seconds: 240, concurrency: 5 },
  /**
   * Moves the fresh documents of a search index into segments, merges these, and removes erased
   * conversations.
   */
  build_index: { function: 'tasks.buildIndex', seconds: 840, concurrency: 5 },
  /** Writes the files of an export. */
  write_export: { function: 'tasks.writeExport', seconds: 840, concurrency: 4 },
  /** Removes an export with its files, after it was canceled or has expired. */
  remove_export: { function: 'tasks.removeExport', seconds: 240, concurrency: 2 },
  /** Analyzes a conversation that has ended. */
  analyze_conversation: { function: 'tasks.analyzeConversation', seconds: 300, concurrency: 20 },
  /** Analyzes earlier conversations. */
  analyze_history: { function: 'tasks.analyzeHistory', seconds: 840, concurrency: 2 },
  /** Creates the attempts of a test run. */
  test_runs: { function: 'tasks.beginTestRun', seconds: 240, concurrency: 2 },
  /** Holds a test conversation with an agent, and judges it. */
  test_attempts: { function: 'tasks.runTestAttempt', seconds: 840, concurrency: 10 },
} as const satisfies Record<string, TaskDeclaration>;

export type TaskKind = keyof typeof taskKinds;

export const taskKindNames = Object.keys(taskKinds) as TaskKind[];

/** The declaration of the kind that a function runs. */
export const taskKindOf = (functionId: string): TaskDeclaration | undefined =>
  Object.values(taskKinds).find((kind: TaskDeclaration) => kind.function === functionId);
