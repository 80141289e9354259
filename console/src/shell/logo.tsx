import { useSession } from '../api/session.ts';
import { brandLogo } from './branding.ts';
import styles from './logo.module.css';

/**
 * The logo of the organization that provides the console to these people. A wide one is as wide as it needs
 * to be.
 */
export const Logo = () => <img src={brandLogo(useSession().me.branding)} alt="" className={styles.logo} />;
