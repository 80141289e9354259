import { v5 } from 'uuid';

/** Any UUID, from which those of chats are derived. */
const sessions = '3f1c1c2e-6a5b-4b55-9d0d-6a1f1f1c7e0a';

/** The id of the stream of recognition that the page of a chat opens. */
export const streamSessionOf = (conversationId: string): string => v5(conversationId, sessions);
