import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { usePreferences } from '../api/preferences.ts';
import { Button } from '../kit/button.tsx';
import { TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import { Icon } from '../kit/icons.tsx';
import kit from '../kit/kit.module.css';
import { Menu, MenuItem } from '../kit/menu.tsx';
import { toast, toastProblem } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import type { ConversationSearch } from './search.ts';
import { parseConversationSearch, viewOf } from './search.ts';

interface View {
  readonly name: string;
  readonly search: ConversationSearch;
}

/** The views of the preferences, whatever was stored there. */
const viewsIn = (stored: unknown): readonly View[] =>
  (Array.isArray(stored) ? stored : []).flatMap((view: Partial<Record<keyof View, unknown>> | null) =>
    typeof view?.name === 'string' && typeof view.search === 'object' && view.search !== null
      ? [{ name: view.name, search: parseConversationSearch(view.search as Record<string, unknown>) }]
      : [],
  );

const isSame = (one: ConversationSearch, other: ConversationSearch): boolean =>
  JSON.stringify(parseConversationSearch(viewOf(one))) ===
  JSON.stringify(parseConversationSearch(viewOf(other)));

interface SaveDialogProps {
  readonly save: (name: string) => Promise<void>;
  readonly onClose: () => void;
}

const SaveDialog = ({ save, onClose }: SaveDialogProps) => {
  const { views } = words.conversations;
  const form = useForm({
    initial: { name: '' },
    send: ({ name }) => save(name.trim()),
    onSent: () => {
      toast(views.savedAs(form.values.name.trim()));
      onClose();
    },
  });
  return (
    <FormDialog
      form={form}
      title={views.save}
      action={views.action}
      disabled={form.values.name.trim() === ''}
      onClose={onClose}
    >
      <TextField label={views.name} maxLength={60} {...form.bind('name')} />
    </FormDialog>
  );
};

/**
 * The views that a person has saved: filters, days and order, under a name. They follow the person to every
 * browser.
 */
export const ViewsMenu = ({ search }: { readonly search: ConversationSearch }) => {
  const { preferences, save } = usePreferences();
  const navigate = useNavigate();
  const [saving, setSaving] = useState(false);
  const saved = viewsIn(preferences?.views);
  const { views } = words.conversations;
  const current = saved.find((view) => isSame(view.search, search));
  const without = (name: string) => saved.filter((view) => view.name !== name);
  const remove = async (view: View) => {
    await save({ views: without(view.name) });
    toast(views.removed(view.name), () => save({ views: [...without(view.name), view] }));
  };
  return (
    <>
      <Menu
        trigger={
          <Button look="plain">
            {current?.name ?? views.button}
            <Icon name="down" />
          </Button>
        }
      >
        <p className={kit.group}>{saved.length === 0 ? views.none : views.saved}</p>
        {saved.map((view) => (
          <MenuItem
            key={view.name}
            onClick={() =>
              void navigate({ to: '/conversations', search: ({ org }) => ({ org, ...view.search }) })
            }
          >
            {view.name}
          </MenuItem>
        ))}
        <MenuItem onClick={() => setSaving(true)}>{views.save}</MenuItem>
        {current && (
          <MenuItem onClick={() => void remove(current).catch(toastProblem)}>
            {views.remove(current.name)}
          </MenuItem>
        )}
      </Menu>
      {saving && (
        <SaveDialog
          save={(name) => save({ views: [...without(name), { name, search: viewOf(search) }] })}
          onClose={() => setSaving(false)}
        />
      )}
    </>
  );
};
