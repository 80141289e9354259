import { CopyButton } from './copy-button.tsx';

/** A secret that is shown this once. */
export const Secret = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div className="notice good stack tight" role="status">
    <strong>{label}</strong>
    <p>Copy it now. It is not shown again.</p>
    <code className="mono">{value}</code>
    <div>
      <CopyButton text={value}>Copy the secret</CopyButton>
    </div>
  </div>
);
