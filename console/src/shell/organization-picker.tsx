import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { useDeferredValue, useState } from 'react';
import type { Organization, OrganizationItem } from 'voice-agent-platform-client';
import { organizationsOf, useNamed } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { Combo } from '../kit/combo.tsx';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';

interface OrganizationPickerProps
  extends Pick<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'aria-labelledby'> {
  readonly chosen: Organization | undefined;
  /** The content of the button. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** A choice besides the organizations. */
  readonly other?: string | undefined;
  /** With null if the other choice was made. */
  readonly onChoose: (next: OrganizationItem | null) => void;
}

/** Chooses one of all organizations that the key reaches, by words of its name. */
export const OrganizationPicker = ({
  chosen,
  other,
  onChoose,
  children,
  className = cx(kit.button, kit.choice),
  ...label
}: OrganizationPickerProps) => {
  const { api } = useSession();
  const [typed, setTyped] = useState('');
  const name = useDeferredValue(typed.trim());
  const items = useNamed(...organizationsOf(api), name);
  return (
    <Combo
      trigger={
        <button type="button" className={className} {...label}>
          {children}
        </button>
      }
      label={words.shell.organizations}
      find={words.shell.findOrganization}
      placeholder={words.shell.wordsOfName}
      items={items}
      value={items.find(({ id }) => id === chosen?.id) ?? chosen ?? null}
      idOf={(item) => item.id}
      nameOf={(item) => item.name}
      row={(item) => (
        <>
          <span className={cx(kit.grow, kit.clip)}>{item.name}</span>
          <span className={cx(kit.small, kit.muted)}>{words.shell.types[item.type]}</span>
        </>
      )}
      onType={setTyped}
      onChoose={onChoose}
    >
      {(close) => (
        <>
          {other && (
            <button
              type="button"
              className={cx(kit.item, kit.button, kit.plain)}
              onClick={() => {
                close();
                onChoose(null);
              }}
            >
              {other}
            </button>
          )}
          {items.length === 0 && <p className={cx(kit.small, kit.muted)}>{words.shell.noSuchOrganization}</p>}
        </>
      )}
    </Combo>
  );
};
