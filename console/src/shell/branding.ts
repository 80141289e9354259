import type { Branding } from 'voice-agent-platform-client';
import { words } from '../words/index.ts';

export const hasRelativeColors = (): boolean => CSS.supports('color', 'oklch(from red l c h)');

export const ownColor = '#4f46e5';
const ownIcon = '/icon.svg';

const setColors = (colors: Readonly<Record<string, string>>): void => {
  const { style } = document.documentElement;
  for (const [name, value] of Object.entries(colors)) style.setProperty(name, value);
};

/** Applies the branding of an organization to the page, or removes it. */
export const applyBranding = (branding: Branding | null): void => {
  const color = branding?.accent_color ?? ownColor;
  setColors({ '--accent': color });
  if (!hasRelativeColors()) void import('./shades.ts').then(({ shadesOf }) => setColors(shadesOf(color)));
  document.querySelector('link[rel=icon]')?.setAttribute('href', branding?.logo ?? ownIcon);
};

/** The name that people see. */
export const brandName = ({
  branding,
  client,
}: {
  readonly branding: Branding | null;
  readonly client: { readonly name: string } | null;
}): string => branding?.name ?? client?.name ?? words.signIn.product;

export const brandLogo = (branding: Branding | null): string => branding?.logo ?? ownIcon;
