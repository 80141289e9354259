import { kit } from './kit.ts';
import { signIn } from './sign-in.ts';

/** The texts that are shown before anybody has signed in. */
export const first = { kit, signIn };
