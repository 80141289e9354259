import { words } from '../words/index.ts';
import { CopyButton } from './copy-button.tsx';
import { cx } from './cx.ts';
import kit from './kit.module.css';

/** For how long a previous secret may go on, in seconds. */
export const overlaps = () =>
  (['3600', '86400', '604800'] as const).map((value) => ({ value, label: words.kit.secret.overlaps[value] }));

/** A secret that is shown this once. */
export const Secret = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div className={cx(kit.notice, kit.good, kit.stack, kit.tight)} role="status">
    <strong>{label}</strong>
    <p>{words.kit.secret.copyNow}</p>
    <code className={kit.mono}>{value}</code>
    <div>
      <CopyButton text={value}>{words.kit.secret.copy}</CopyButton>
    </div>
  </div>
);
