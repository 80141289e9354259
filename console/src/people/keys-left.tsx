import { Link } from '@tanstack/react-router';
import { useNames } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';

/** API keys that a change of a member has not ended. */
export interface LeftKeys {
  readonly title: string;
  readonly text: string;
  readonly ids: readonly string[];
}

interface KeysLeftProps {
  readonly left: LeftKeys;
  readonly onClose: () => void;
}

/** Names the API keys that somebody should revoke or rotate next. */
export const KeysLeft = ({ left: { title, text, ids }, onClose }: KeysLeftProps) => {
  const { may } = useSession();
  const nameOf = useNames('key', ids);
  return (
    <Dialog open onClose={onClose} title={title}>
      <p>{text}</p>
      <ul className={cx(kit.stack, kit.tight)}>
        {ids.map((id) => (
          <li key={id}>
            <strong>
              <bdi>{nameOf(id)}</bdi>
            </strong>{' '}
            <code className={cx(kit.small, kit.muted)}>{id}</code>
          </li>
        ))}
      </ul>
      <div className={cx(kit.row, kit.end)}>
        {may('keys:read') && <Link to="/keys">{words.shell.pages.keys}</Link>}
        <Button look="primary" onClick={onClose}>
          {words.kit.done}
        </Button>
      </div>
    </Dialog>
  );
};
