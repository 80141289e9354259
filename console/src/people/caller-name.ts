import type { Identity } from 'voice-agent-platform-client';
import { words } from '../words/index.ts';

/** The name of the signed-in person or key, for the foot of the navigation. */
export const callerName = ({ key, person }: Identity): string =>
  key ? words.shell.keyNamed(key.name) : (person?.name ?? person?.email ?? words.shell.signedIn);
