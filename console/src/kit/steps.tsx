import { words } from '../words/index.ts';
import kit from './kit.module.css';

/** The steps of a page that asks for one thing after another. */
export const Steps = ({
  names,
  current,
}: {
  readonly names: readonly string[];
  readonly current: number;
}) => (
  <ol className={kit.steps} aria-label={words.kit.steps}>
    {names.map((name, at) => (
      <li key={name} aria-current={at === current ? 'step' : undefined}>
        {at + 1}. {name}
      </li>
    ))}
  </ol>
);
