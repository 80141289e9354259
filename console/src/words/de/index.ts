import type { Words } from '../words.ts';
import { agents } from './agents.ts';
import { analyzers } from './analyzers.ts';
import { audit } from './audit.ts';
import { billing } from './billing.ts';
import { chats } from './chats.ts';
import { conversations } from './conversations.ts';
import { exports } from './exports.ts';
import { first } from './first.ts';
import { home } from './home.ts';
import { integrations } from './integrations.ts';
import { keys } from './keys.ts';
import { kit } from './kit.ts';
import { organizations } from './organizations.ts';
import { people } from './people.ts';
import { reviews } from './reviews.ts';
import { shell } from './shell.ts';
import { tests } from './tests.ts';
import { usage } from './usage.ts';
import { values } from './values.ts';

/** All texts in German, one object a room. */
export const de: Words = {
  ...first,
  kit,
  home,
  agents,
  analyzers,
  audit,
  billing,
  conversations,
  chats,
  exports,
  integrations,
  keys,
  organizations,
  people,
  reviews,
  shell,
  tests,
  usage,
  values,
};
