import { Link } from '@tanstack/react-router';
import { words } from '../words/index.ts';
import kit from './kit.module.css';

interface Tab {
  readonly value: string;
  readonly label: string;
}

/**
 * Parts of a page. Each is a link, which the address bar keeps as `tab`; the first one is shown without it.
 */
export const Tabs = ({ tabs }: { readonly tabs: readonly Tab[] }) => (
  <nav data-flush className={kit.tabs} aria-label={words.kit.tabs}>
    {tabs.map(({ value, label }, at) => (
      <Link
        key={value}
        to="."
        search={(previous) => ({ ...previous, tab: at === 0 ? undefined : value })}
        activeOptions={{ exact: true }}
      >
        {label}
      </Link>
    ))}
  </nav>
);
