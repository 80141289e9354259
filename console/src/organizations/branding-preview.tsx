import type { CSSProperties, ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { Branding, Organization } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { brandLogo, brandName, hasRelativeColors, ownColor } from '../shell/branding.ts';
import logo from '../shell/logo.module.css';
import { SignInBrand } from '../shell/sign-in-brand.tsx';
import { useBranding } from '../widgets/use-branding.ts';
import { words } from '../words/index.ts';
import { settingWords } from '../words/settings.ts';
import styles from './branding-preview.module.css';
import type { TypedSettings } from './settings.ts';

/** The branding as it is typed; undefined if the one from above applies. */
const typedBranding = (typed: TypedSettings): Branding | undefined => {
  const fields = {
    name: typed['/settings/branding/name'].trim(),
    accent_color: typed['/settings/branding/accent_color'].trim(),
    domain: typed['/settings/branding/domain'].trim(),
    logo: typed['/settings/branding/logo'],
  };
  const own = Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Branding;
  return Object.keys(own).length > 0 ? own : undefined;
};

/** The color and its shades, for browsers that cannot make them. */
const useShades = (color: string): CSSProperties => {
  const [shades, setShades] = useState<Readonly<Record<string, string>>>({});
  useEffect(() => {
    if (hasRelativeColors()) return undefined;
    let current = true;
    void import('../shell/shades.ts').then(({ shadesOf }) => current && setShades(shadesOf(color)));
    return () => {
      current = false;
    };
  }, [color]);
  return { ...shades, '--accent': color } as CSSProperties;
};

/** A picture of a page: nothing in it can be pressed. */
const Scene = ({ caption, children }: { readonly caption: string; readonly children: ReactNode }) => (
  <figure className={styles.scene}>
    <div inert className={styles.window}>
      {children}
    </div>
    <figcaption className={cx(kit.small, kit.muted)}>{caption}</figcaption>
  </figure>
);

const ConsoleScene = ({ branding, name }: { readonly branding: Branding | null; readonly name: string }) => {
  const { pages, types } = words.shell;
  return (
    <div className={styles.console}>
      <div className={styles.side}>
        <div className={styles.brand}>
          <img src={brandLogo(branding)} alt="" className={logo.logo} />
          <span className={styles.names}>
            <span className={cx(kit.small, kit.muted, kit.clip)}>
              {brandName({ branding, client: { name } })}
            </span>
            <strong className={kit.clip}>{name}</strong>
          </span>
        </div>
        {(['home', 'conversations', 'agents'] as const).map((page, at) => (
          <span key={page} className={cx(styles.page, at === 0 && styles.current)}>
            <Icon name={page} />
            {pages[page]}
          </span>
        ))}
      </div>
      <div className={styles.content}>
        <strong>{pages.home}</strong>
        <span className={cx(kit.badge, kit.accent)}>{types.client}</span>
        <span className={styles.link}>{words.shell.pages.conversations}</span>
        <span className={cx(kit.button, kit.primary, kit.small)}>{words.organizations.create}</span>
      </div>
    </div>
  );
};

const SignInScene = ({ branding }: { readonly branding: Branding | null }) => (
  <div className={styles.entry}>
    {branding && <SignInBrand branding={branding} />}
    <div className={cx(kit.card, kit.stack, styles.card)}>
      <strong>{words.signIn.title}</strong>
      <span className={kit.field}>
        <span className={kit.label}>{words.signIn.company}</span>
        <span className={kit.input} />
      </span>
      <span className={cx(kit.button, kit.primary)}>{words.signIn.continue}</span>
    </div>
  </div>
);

interface BrandingPreviewProps {
  readonly organization: Organization;
  readonly typed: TypedSettings;
}

/** The console and its sign-in page as people will see them with the branding that is typed. */
export const BrandingPreview = ({ organization, typed }: BrandingPreviewProps) => {
  const { me } = useSession();
  const { settings, effective_settings, id, parent_id } = organization;
  // An organization cannot look above itself.
  const above = useBranding(settings.branding && me.client?.id !== id ? parent_id : null);
  const inherited = settings.branding ? above : (effective_settings.branding ?? null);
  const branding = typedBranding(typed) ?? inherited;
  const color = branding?.accent_color ?? '';
  const style = useShades(/^#[0-9a-f]{6}$/i.test(color) ? color : ownColor);
  const { title, console, signIn } = settingWords().brandingPreview;
  return (
    <section className={styles.preview} aria-label={title} data-accent style={style}>
      <Scene caption={console}>
        <ConsoleScene branding={branding} name={typed['/name'] || organization.name} />
      </Scene>
      <Scene caption={signIn}>
        <SignInScene branding={branding} />
      </Scene>
    </section>
  );
};
