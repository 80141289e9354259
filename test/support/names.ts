import type { Resolve } from '#lib/delivery/request.ts';

/** Names whose addresses are made up, each time the next ones. */
export const names = (answers: Readonly<Record<string, readonly (readonly string[])[]>>) => {
  const asked: string[] = [];
  const resolve: Resolve = (name, _options, done) => {
    const turns = answers[name] ?? [];
    const found = turns[Math.min(asked.filter((one) => one === name).length, turns.length - 1)] ?? [];
    asked.push(name);
    setImmediate(
      done,
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return { resolve, asked };
};
