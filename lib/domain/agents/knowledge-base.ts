/** How many documents an agent has at most: as many as the largest page of a list shows. */
export const maxDocuments = 100;

/** How many bytes of text they have together: what one answer can be looked for in. */
export const maxKnowledgeBytes = 2_097_152;
