import { stopViewing, useSession } from '../api/session.ts';
import { useAction } from '../api/use-action.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { toastProblem } from '../kit/toasts.tsx';
import { words } from '../words/index.ts';
import styles from './view-bar.module.css';

/** Says as whom somebody looks at the console, and ends it. */
export const ViewBar = () => {
  const { me, viewedRole } = useSession();
  const stop = useAction({ send: () => stopViewing(me.client?.id ?? ''), onRefused: toastProblem });
  if (!viewedRole) return null;
  const { view } = words.shell;
  return (
    <section className={styles.bar} aria-label={view.name} data-view>
      <p className={styles.text} role="status">
        <span className={kit.clip}>
          {view.as} <strong>{me.client?.name}</strong>
        </span>
        <strong className={styles.role}>/ {words.people.roles[viewedRole].label}</strong>
        <span className={cx(styles.hint, kit.clip)}>{view.hint}</span>
      </p>
      <Button small busy={stop.isPending} onClick={() => stop.mutate()}>
        {view.stop}
      </Button>
    </section>
  );
};
