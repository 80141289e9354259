import { words } from '../words/index.ts';

/** Keyboards of Apple have ⌘ where others have Ctrl. */
const isApple = /^(mac|iphone|ipad)/i.test(navigator.platform ?? '');

/** A shortcut such as `mod+K`, as the keys are named on the keyboard of this device. */
export const withModifier = (keys: string): string =>
  keys.replace('mod+', isApple ? '⌘' : `${words.shell.shortcuts.control} `);
