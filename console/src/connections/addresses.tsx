import type { Connection } from 'voice-agent-platform-client';
import { CopyButton } from '../kit/copy-button.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { connectionWords } from '../words/connections.ts';

/** The addresses of the platform that a provider must know. */
export const Addresses = ({ connection }: { readonly connection: Connection }) => (
  <>
    {[
      [connectionWords().redirectUri, connection.callback_url],
      [connectionWords().logoutUrl, connection.logout_url],
    ].map(([label, url = '']) => (
      <div key={label} className={cx(kit.stack, kit.tight)}>
        <span className={kit.label}>{label}</span>
        <div className={kit.row}>
          <code className={kit.mono}>{url}</code>
          <CopyButton text={url} aria-label={connectionWords().copyOf(label ?? '')}>
            {connectionWords().copy}
          </CopyButton>
        </div>
      </div>
    ))}
  </>
);
