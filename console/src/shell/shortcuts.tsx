import { Dialog } from '../kit/dialog.tsx';
import { words } from '../words/index.ts';
import { withModifier } from './modifier.ts';
import styles from './shortcuts.module.css';

const keys = {
  go: ['mod+K'],
  search: ['/'],
  next: ['J'],
  previous: ['K'],
  select: ['X'],
  reviewed: ['E'],
  play: ['Space'],
  seek: ['←', '→'],
  close: ['Esc'],
  save: ['mod+S'],
  help: ['?'],
} as const;

/** All keys that do something. */
export const Shortcuts = ({ onClose }: { readonly onClose: () => void }) => (
  <Dialog open onClose={onClose} title={words.shell.shortcuts.title}>
    <dl className={styles.keys}>
      {Object.entries(keys).map(([name, pressed]) => (
        <div key={name}>
          <dt>{words.shell.shortcuts[name as keyof typeof keys]}</dt>
          <dd>
            {pressed.map((key) => (
              <kbd key={key}>{withModifier(key)}</kbd>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
