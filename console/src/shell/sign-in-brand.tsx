import type { Branding } from 'voice-agent-platform-client';
import logo from './logo.module.css';
import styles from './shell.module.css';

/** The organization to whose people the sign-in page belongs. */
export const SignInBrand = ({ branding }: { readonly branding: Branding }) => (
  <div className={styles.domain}>
    {branding.logo && <img src={branding.logo} alt="" className={logo.logo} />}
    <strong>{branding.name}</strong>
  </div>
);
