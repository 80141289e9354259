import type { Branding } from 'voice-agent-platform-client';

type Color = readonly [red: number, green: number, blue: number];

const parse = (hex: string): Color => {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [part(1), part(3), part(5)];
};

const toHex = (color: Color): string =>
  `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

const mix = ([red, green, blue]: Color, other: Color, share: number): Color => {
  const between = (from: number, to: number) => from + (to - from) * share;
  return [between(red, other[0]), between(green, other[1]), between(blue, other[2])];
};

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
const luminance = (color: Color): number => {
  const [red = 0, green = 0, blue = 0] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};

/** https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
const contrast = (one: Color, other: Color): number => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

const black: Color = [0, 0, 0];
const white: Color = [255, 255, 255];

/** The contrast that text needs (WCAG 2.2, 1.4.3), with a little more for rounding. */
const readable = 4.6;

/** The color, or the nearest shade of it towards another that is readable on all of these. */
const shadeFor = (color: Color, towards: Color, backgrounds: readonly Color[]): Color => {
  for (let share = 0; share < 1; share += 0.05) {
    const shade = mix(color, towards, share);
    if (backgrounds.every((background) => contrast(shade, background) >= readable)) return shade;
  }
  return towards;
};

/** The backgrounds of text in the accent's color, besides its soft shade: pages, surfaces and hovered elements, as in theme.css. */
const backgrounds = {
  light: ['#f8fafc', '#ffffff', '#f1f5f9'].map(parse),
  dark: ['#0b1120', '#131c2e', '#1e293b'].map(parse),
} as const;

const softer = { light: white, dark: parse('#131c2e') } as const;

/** The style variables of a color, each readable on what it is used with. */
export const accentVariables = (hex: string): Readonly<Record<string, string>> => {
  const accent = parse(hex);
  const on = contrast(accent, white) >= readable ? white : black;
  const soft = { light: mix(accent, softer.light, 0.9), dark: mix(accent, softer.dark, 0.75) };
  const text = {
    light: shadeFor(accent, black, [...backgrounds.light, soft.light]),
    dark: shadeFor(accent, white, [...backgrounds.dark, soft.dark]),
  };
  return {
    '--accent': toHex(accent),
    '--accent-hover': toHex(mix(accent, on === white ? black : white, 0.12)),
    '--on-accent': toHex(on),
    '--accent-soft': `light-dark(${toHex(soft.light)}, ${toHex(soft.dark)})`,
    '--accent-text': `light-dark(${toHex(text.light)}, ${toHex(text.dark)})`,
  };
};

const ownIcon = '/icon.svg';

/** Applies the branding of the signed-in organization to the page, or removes it. */
export const applyBranding = (branding: Branding | null): void => {
  const { style } = document.documentElement;
  for (const name of Object.keys(accentVariables('#000000'))) style.removeProperty(name);
  if (branding?.accent_color) {
    for (const [name, value] of Object.entries(accentVariables(branding.accent_color))) {
      style.setProperty(name, value);
    }
  }
  document.querySelector('link[rel=icon]')?.setAttribute('href', branding?.logo ?? ownIcon);
};

/** The name that people see. */
export const brandName = ({
  branding,
  client,
}: {
  readonly branding: Branding | null;
  readonly client: { readonly name: string } | null;
}): string => branding?.name ?? client?.name ?? 'Voice agents';

export const brandLogo = (branding: Branding | null): string => branding?.logo ?? ownIcon;
