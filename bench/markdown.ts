/** A Markdown table. */
export const tableOf = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export const money = (dollars: number): string => dollars.toFixed(2);
