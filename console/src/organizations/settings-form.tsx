import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Organization } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { SaveBar } from '../kit/save-bar.tsx';
import { toast } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import { useUnsaved } from '../kit/use-unsaved.ts';
import { words } from '../words/index.ts';
import { settingWords } from '../words/settings.ts';
import { BrandingPreview } from './branding-preview.tsx';
import styles from './organizations.module.css';
import { SettingField } from './setting-field.tsx';
import type { SettingPart } from './settings.ts';
import { changedSettings, partNames, patchOf, settingParts, settings, typedOf } from './settings.ts';

interface SettingsFormProps {
  readonly organization: Organization;
  readonly etag: string;
}

/** Links to the parts of the settings. */
const Contents = () => (
  <nav aria-label={words.organizations.tabs.settings} className={styles.contents}>
    {partNames.map((name) => (
      <Link
        key={name}
        to="."
        search
        hash={name}
        activeOptions={{ includeHash: true }}
        activeProps={{ 'aria-current': 'true' }}
      >
        {settingWords().parts[name].title}
      </Link>
    ))}
  </nav>
);

/** Goes to the part that the address names, as a link from elsewhere does. */
const useNamedPart = () => {
  const hash = useLocation({ select: (location) => location.hash });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (!hash) return;
    const part = form.current?.querySelector<HTMLElement>(`#${CSS.escape(hash)}`);
    part?.scrollIntoView();
    part?.querySelector<HTMLElement>(':is(input, select, textarea):enabled')?.focus({ preventScroll: true });
  }, [hash]);
  return form;
};

/** The settings of an organization, with those that it inherits as placeholders. */
export const SettingsForm = ({ organization, etag }: SettingsFormProps) => {
  const { api, me, may } = useSession();
  const queries = useQueryClient();
  const before = typedOf(organization);
  const text = settingWords();
  const isOwn = me.client?.id === organization.id;
  const readOnly = !may('clients:write');
  const form = useForm({
    initial: before,
    send: (typed) =>
      api.clients.update.withResponse({
        params: { client_id: organization.id },
        body: patchOf(before, typed),
        ifMatch: etag,
      }),
    refresh: [['client', organization.id], ['clients'], ['statements'], ['statement']],
    onSent: (saved) => {
      toast(words.kit.saved);
      queries.setQueryData(['client', organization.id, 'with-etag'], saved);
    },
  });
  const changed = changedSettings(before, form.values);
  useUnsaved(changed.length > 0);
  const element = useNamedPart();
  const save = () => {
    if (element.current?.reportValidity()) form.save();
  };
  const part = (name: SettingPart) => {
    const { title, hint }: { readonly title: string; readonly hint?: string } = text.parts[name];
    const shown = settings.filter(({ pointer }) =>
      settingParts[name].some((setting) => setting.pointer === pointer),
    );
    const field = (setting: (typeof settings)[number]) => (
      <SettingField
        key={setting.pointer}
        setting={setting}
        organization={organization}
        bound={{
          ...form.bind(setting.pointer, setting.pointer),
          disabled: readOnly || form.busy || (setting.fromAbove === true && isOwn),
        }}
      />
    );
    const isTall = ({ kind }: (typeof settings)[number]) => kind === 'lines' || kind === 'analyzers';
    return (
      <fieldset key={name} id={name} className={cx(kit.card, kit.stack)}>
        <legend>
          <h2>{title}</h2>
        </legend>
        {hint && <p className={cx(kit.small, kit.muted)}>{hint}</p>}
        {name === 'branding' ? (
          <div className={styles.branding}>
            <div className={kit.stack}>{shown.map(field)}</div>
            <BrandingPreview organization={organization} typed={form.values} />
          </div>
        ) : (
          <>
            <div className={kit.columns}>{shown.filter((setting) => !isTall(setting)).map(field)}</div>
            {shown.filter(isTall).map(field)}
          </>
        )}
      </fieldset>
    );
  };

  return (
    <>
      <div className={styles.settings}>
        <Contents />
        <form
          ref={element}
          className={kit.stack}
          aria-label={words.organizations.tabs.settings}
          onSubmit={form.submit}
        >
          {isOwn && <p className={cx(kit.notice, kit.small)}>{text.fromAbove}</p>}
          {partNames.map(part)}
          {Boolean(form.error) && <Problem error={form.error} stale={text.stale} />}
        </form>
      </div>
      {!readOnly && (
        <SaveBar
          changes={changed.length}
          what={changed.map((pointer) => text.fields[pointer].label)}
          busy={form.busy}
          onSave={save}
          onDiscard={() => form.change(before, [...changed])}
        />
      )}
    </>
  );
};
