import { useSyncExternalStore } from 'react';
import { Icon } from '../kit/icons.tsx';
import { words } from '../words/index.ts';
import styles from './offline-bar.module.css';

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Says that this device has no network. The page stays as it is. */
export const OfflineBar = () => {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!online && (
        <p className={styles.bar}>
          <Icon name="warning" />
          {words.shell.offline}
        </p>
      )}
    </div>
  );
};
