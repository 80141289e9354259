import { CopyButton } from './copy-button.tsx';
import { cx } from './cx.ts';
import kit from './kit.module.css';

/** For how long a previous secret may go on, in seconds. */
export const overlaps = [
  { value: '3600', label: 'One hour' },
  { value: '86400', label: 'One day' },
  { value: '604800', label: 'One week' },
] as const;

/** A secret that is shown this once. */
export const Secret = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div className={cx(kit.notice, kit.good, kit.stack, kit.tight)} role="status">
    <strong>{label}</strong>
    <p>Copy it now. It is not shown again.</p>
    <code className={kit.mono}>{value}</code>
    <div>
      <CopyButton text={value}>Copy the secret</CopyButton>
    </div>
  </div>
);
