/**
 * The addresses of the routes of a call, as carriers know them and sign them. `attempt`: how often the call
 * was connected with its agent.
 */
export const callUrls = (
  origin: string,
  integrationId: string,
  conversationId: string | null = null,
  attempt = 1,
) => {
  const voice = `${origin}/v1/integrations/${integrationId}/voice`;
  const urlOf = (address: string, more: Readonly<Record<string, string>> = {}): string => {
    const query = new URLSearchParams({
      ...(conversationId !== null && { conversation_id: conversationId }),
      ...more,
    });
    return query.size === 0 ? address : `${address}?${query}`;
  };
  return {
    answer: urlOf(voice),
    ended: urlOf(`${voice}/ended`, attempt > 1 ? { attempt: `${attempt}` } : {}),
    status: urlOf(`${voice}/status`),
    recording: `${voice}/recording`,
  };
};
