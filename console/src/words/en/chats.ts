/** The log of a chat, and the inbox. */
export const chats = {
  you: 'You',
  caller: 'Customer',
  send: 'Send',
  writing: 'is writing',
  asked: 'Asked',
  got: 'Got',
  failed: 'Failed',
  moved: 'Step of the flow:',
  tools: { started: 'running', succeeded: 'succeeded', failed: 'failed', returned: 'not run here' },
  milliseconds: (ms: string) => `${ms} ms`,
  firstWord: (ms: string) => `first word ${ms}`,
  tokens: (sent: string, made: string) => `${sent} + ${made} tokens`,
  from: (documents: string) => `from ${documents}`,
  handling: {
    agent: 'The agent answers.',
    waiting: 'Waiting for a person. The agent is silent.',
    human: 'A person answers. The agent is silent.',
  },
};
