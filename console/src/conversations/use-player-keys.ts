import { useShortcut } from '../kit/use-shortcut.ts';
import type { Player } from './use-player.ts';

/** So far an arrow key goes in a recording. */
const stepSeconds = 5;

/** Space plays, and the arrows along the line go back and forth. */
export const usePlayerKeys = (player: Player, enabled: boolean): void => {
  const go = (seconds: number) => player.seek(Math.max(0, Math.min(player.length, player.time + seconds)));
  useShortcut(' ', player.toggle, enabled);
  useShortcut('ArrowLeft', () => go(-stepSeconds), enabled);
  useShortcut('ArrowRight', () => go(stepSeconds), enabled);
};
