/** A value of an element: text, children by name, or several elements of the same name. */
export type Xml = string | number | boolean | undefined | { readonly [name: string]: Xml | readonly Xml[] };

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

const escapeText = (text: string): string =>
  text.replace(/[&<>"\r]/g, (character) => entities[character] ?? '');

const element = (name: string, value: Xml | readonly Xml[]): string => {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((one: Xml) => element(name, one)).join('');
  const content =
    typeof value === 'object'
      ? Object.entries(value)
          .map(([child, inner]) => element(child, inner))
          .join('')
      : escapeText(String(value));
  return `<${name}>${content}</${name}>`;
};

/** A document with S3's namespace. */
export const document = (root: string, value: Xml): string => {
  const [, name = root] = /^(\w+)/.exec(root) ?? [];
  const body = element(name, value).replace(
    `<${name}>`,
    `<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${body}`;
};

/** Error documents have no namespace. */
export const errorDocument = (value: Xml): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element('Error', value)}`;

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const unescapeText = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-fA-F]+)|#(\d+)|(\w+));/g,
    (whole, hex: string, decimal: string, name: string) => {
      if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
      if (decimal) return String.fromCodePoint(Number(decimal));
      return named[name] ?? whole;
    },
  );

/** The contents of each element of that name; enough for the two flat documents that S3 clients send. */
export const elements = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, content]) => content ?? '',
  );

/** The text of the first element of that name. */
export const textOf = (xml: string, name: string): string | undefined => {
  const [content] = elements(xml, name);
  return content === undefined ? undefined : unescapeText(content.trim());
};
