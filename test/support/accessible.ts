import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'vitest';
import type { Tab } from './console.ts';
import { eventually } from './eventually.ts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type Page = Tab['page'];

const violationsIn = async (page: Page): Promise<readonly string[]> => {
  // Once for each document, and not as a script of the page, which its policy would refuse.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(axe);
  // A control that is scrolled half out of sight would count as covered by what is above it.
  await page.evaluate('for (const element of document.querySelectorAll("*")) element.scrollTop = 0');
  return page.evaluate(async () => {
    const { axe: checks } = globalThis as unknown as {
      axe: { run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const found = await checks.run({ runOnly: { type: 'tag', values: tags }, resultTypes: ['violations'] });
    // An open menu is outside of all landmarks, and is read together with its button, which is in one.
    const isMenu = ({ html }: { html: string }) => /^<\w+ [^>]*role="menu"/.test(html);
    return found.violations
      .map(({ id, nodes }) => ({ id, nodes: nodes.filter((node) => id !== 'region' || !isMenu(node)) }))
      .filter(({ nodes }) => nodes.length > 0)
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  });
};

/**
 * Fails on violations of axe-core's rules for WCAG 2.2 A and AA and for best practices, of any impact, that
 * stay: a page that is still on its way has no heading yet.
 */
export const expectAccessible = ({ page }: Tab): Promise<void> =>
  eventually(async () => expect(await violationsIn(page), page.url()).toEqual([]));
