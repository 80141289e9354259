/** The maximum number of an agent's documents: as many as one page of a list can show. */
export const maxDocuments = 100;

/** The maximum size of their texts together, limited by the time to index them in a request. */
export const maxKnowledgeBytes = 2_097_152;
