import { isOfForm, newToken } from './api-key.ts';

const prefix = 'vad';

/** The secret by which the provider's copy of one agent asks for its answers. */
export const newDeploymentToken = (): string => newToken(prefix);

export const isDeploymentToken = (candidate: string): boolean => isOfForm(prefix, candidate);
