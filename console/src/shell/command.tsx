import { Dialog as Base } from '@base-ui/react/dialog';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useDeferredValue, useId, useState } from 'react';
import { formatTime } from '../api/format.ts';
import { agentsOf, organizationsOf, useNamed } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import type { IconName } from '../kit/icons.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { words } from '../words/index.ts';
import styles from './command.module.css';
import { pages } from './pages.ts';
import { useOrg } from './use-org.ts';

interface Place {
  readonly key: string;
  readonly icon: IconName;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly go: () => unknown;
}

/** So many of each kind are offered. */
const most = 5;

/** The places that the typed words lead to: pages, organizations, agents and calls of the chosen one. */
const usePlaces = (typed: string): readonly Place[] => {
  const { api, may } = useSession();
  const navigate = useNavigate();
  const org = useOrg();
  const find = useDeferredValue(typed.trim());
  const asked = find.length > 1;
  const organizations = useNamed(...organizationsOf(api), find, asked && may('clients:read'));
  const agents = useNamed(...agentsOf(api, org), find, asked && may('agents:read'));
  const conversations = useQuery({
    queryKey: ['conversations', 'command', org, find],
    queryFn: ({ signal }) =>
      api.conversations.list({ query: { q: find, limit: most, ...(org && { client_id: org }) }, signal }),
    enabled: asked && may('conversations:read'),
  });
  const shown = (label: string) => label.toLocaleLowerCase().includes(typed.trim().toLocaleLowerCase());
  return [
    ...pages
      .filter(({ scope, name }) => may(scope) && shown(words.shell.pages[name]))
      .map(({ path, name, icon }) => ({
        key: path,
        icon,
        label: words.shell.pages[name],
        go: () => navigate({ to: path }),
      })),
    ...(asked ? organizations.slice(0, most) : []).map(({ id, name, type }) => ({
      key: id,
      icon: 'organizations' as const,
      label: name,
      detail: words.shell.types[type],
      go: () => navigate({ to: '/organizations/$clientId', params: { clientId: id } }),
    })),
    ...(asked ? agents.slice(0, most) : []).map(({ id, name }) => ({
      key: id,
      icon: 'agents' as const,
      label: name,
      detail: words.shell.agent,
      go: () => navigate({ to: '/agents/$agentId', params: { agentId: id } }),
    })),
    ...(asked ? (conversations.data?.data ?? []) : []).map(({ id, caller, start_time, matches }) => ({
      key: id,
      icon: 'conversations' as const,
      label: matches?.[0]?.text ?? caller?.name ?? caller?.number ?? words.shell.conversation,
      detail: formatTime(start_time),
      go: () => navigate({ to: '/conversations/$conversationId', params: { conversationId: id } }),
    })),
  ];
};

/** Goes to any page, organization, agent or conversation by a few letters. */
export const Command = ({ onClose }: { readonly onClose: () => void }) => {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const places = usePlaces(typed);
  const current = Math.min(at, places.length - 1);
  const go = (place: Place | undefined) => {
    if (!place) return;
    onClose();
    void place.go();
  };
  return (
    <Base.Root open onOpenChange={(open) => !open && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={kit.backdrop} />
        <Base.Popup className={styles.command} aria-label={words.shell.search}>
          <div className={styles.line}>
            <Icon name="search" />
            <input
              role="combobox"
              aria-label={words.shell.search}
              aria-expanded="true"
              aria-controls={`${id}-places`}
              aria-activedescendant={current < 0 ? undefined : `${id}-${current}`}
              aria-autocomplete="list"
              placeholder={words.shell.searchHint}
              value={typed}
              onChange={({ target }) => {
                setTyped(target.value);
                setAt(0);
              }}
              onKeyDown={(event) => {
                const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
                if (event.key === 'Enter') go(places[current]);
                if (step) setAt((current + step + places.length) % Math.max(1, places.length));
                if (step || event.key === 'Enter') event.preventDefault();
              }}
            />
          </div>
          <div role="listbox" id={`${id}-places`} aria-label={words.shell.places} className={styles.places}>
            {places.map((place, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
              <div
                key={place.key}
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === current}
                className={kit.item}
                data-highlighted={index === current || undefined}
                ref={index === current ? (option) => option?.scrollIntoView({ block: 'nearest' }) : undefined}
                onClick={() => go(place)}
              >
                <Icon name={place.icon} />
                <span className={cx(kit.grow, kit.clip)}>{place.label}</span>
                <span className={cx(kit.small, kit.muted)}>{place.detail}</span>
              </div>
            ))}
          </div>
          {places.length === 0 && <p className={styles.none}>{words.shell.noPlace}</p>}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
};
