/** The addresses of the routes of a call, as carriers know them and sign them. */
export const callUrls = (origin: string, integrationId: string, conversationId?: string | null) => {
  const voice = `${origin}/v1/integrations/${integrationId}/voice`;
  const query = conversationId ? `?conversation_id=${conversationId}` : '';
  return { answer: `${voice}${query}`, ended: `${voice}/ended${query}`, status: `${voice}/status${query}` };
};
