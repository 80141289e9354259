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

/**
 * The backgrounds of text in the accent's color, besides its tint: pages, surfaces and hovered elements, as
 * in theme.css.
 */
const backgrounds = {
  light: ['#f7f7f8', '#ffffff', '#f3f3f5', '#e9e9ed'].map(parse),
  dark: ['#0b0b0d', '#121214', '#1c1c20', '#26262b'].map(parse),
} as const;

const surface = { light: white, dark: parse('#121214') } as const;

/**
 * The shades of a color as theme.css makes them, for browsers without relative colors. Each is readable on
 * what it is used with.
 */
export const shadesOf = (hex: string): Readonly<Record<string, string>> => {
  const accent = parse(hex);
  const on = contrast(accent, white) >= readable ? white : black;
  const both = (light: Color, dark: Color) => `light-dark(${toHex(light)}, ${toHex(dark)})`;
  const softer = (light: number, dark: number) =>
    both(mix(accent, surface.light, light), mix(accent, surface.dark, dark));
  const tint = { light: mix(accent, surface.light, 0.9), dark: mix(accent, surface.dark, 0.75) };
  return {
    '--accent-hover': toHex(mix(accent, on === white ? black : white, 0.12)),
    '--accent-on': toHex(on),
    '--accent-edge': both(mix(accent, black, 0.18), mix(accent, white, 0.18)),
    '--accent-tint': both(tint.light, tint.dark),
    '--accent-text': both(
      shadeFor(accent, black, [...backgrounds.light, tint.light]),
      shadeFor(accent, white, [...backgrounds.dark, tint.dark]),
    ),
    '--accent-1': softer(0, 0),
    '--accent-2': softer(0.45, 0.35),
    '--accent-3': softer(0.75, 0.6),
  };
};
