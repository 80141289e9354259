import { everyWatcher } from '#lib/store/keys.ts';
import type { SweepSummary, TimeLeft } from '#lib/store/lists/sweep.ts';
import { sweepPages } from '#lib/store/lists/sweep.ts';
import { isGood } from './authority.ts';
import { closeSocket } from './send-frame.ts';
import { forgetWatcher, isOver, watcherPages } from './watchers.ts';

/** Closes the sockets of pages that may read no more, and forgets those that must be closed. */
export const checkWatchers = (timeLeft: TimeLeft, now = Date.now()): Promise<SweepSummary> =>
  sweepPages(
    watcherPages(everyWatcher),
    async (watcher) => {
      if (!isOver(watcher, now) && (await isGood(watcher.authority))) return false;
      await closeSocket(watcher.connection);
      await forgetWatcher(watcher);
      return true;
    },
    timeLeft,
  );
