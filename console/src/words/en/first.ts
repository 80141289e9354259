import { notices } from './notices.ts';
import { signIn } from './sign-in.ts';

/** The texts that are shown before anybody has signed in. */
export const first = { kit: notices, signIn };
