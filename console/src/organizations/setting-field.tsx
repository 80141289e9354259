import type { Organization } from 'voice-agent-platform-client';
import { short } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useAll } from '../api/use-list.ts';
import { CheckField, SelectField, TextArea, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { settingWords } from '../words/settings.ts';
import { LogoField } from './logo-field.tsx';
import type { Setting, SettingPointer } from './settings.ts';
import { effectiveOf, noPrefixes } from './settings.ts';

interface BoundField {
  readonly value: string;
  readonly fault: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

interface SettingFieldProps {
  readonly setting: Setting & { readonly pointer: SettingPointer };
  readonly organization: Organization;
  readonly bound: BoundField;
}

/** The analyzers that apply to an organization: its own, and those from above. */
export const useApplying = (clientId: string, enabled = true) => {
  const { api, may } = useSession();
  return useAll(
    ['analyzers', clientId, 'applying'],
    (signal) =>
      api.analyzers.list.all({ query: { client_id: clientId, inherited: 'true', limit: 100 }, signal }),
    { enabled: enabled && may('analysis:read') },
  );
};

const Excluded = ({ setting, organization, bound }: SettingFieldProps) => {
  const text = settingWords();
  const { label, hint } = text.fields[setting.pointer];
  const { data = [] } = useApplying(organization.id);
  const chosen = bound.value.split('\n').filter(Boolean);
  const fromAbove = data.filter(({ client_id, mandatory }) => client_id !== organization.id && !mandatory);
  const offered = [
    ...fromAbove,
    ...chosen.filter((id) => data.every((one) => one.id !== id)).map((id) => ({ id, name: short(id) })),
  ];
  const toggle = (id: string, checked: boolean) => {
    const others = chosen.filter((one) => one !== id);
    bound.onChange({ target: { value: (checked ? [...others, id] : others).join('\n') } });
  };
  return (
    <fieldset className={kit.field}>
      <legend>{label}</legend>
      {offered.map(({ id, name }) => (
        <CheckField
          key={id}
          label={name}
          disabled={bound.disabled}
          checked={chosen.includes(id)}
          onChange={({ target }) => toggle(id, target.checked)}
        />
      ))}
      <span className={kit.hint}>{offered.length === 0 ? text.noAnalyzers : hint}</span>
      {bound.fault && <span className={kit.fault}>{bound.fault}</span>}
    </fieldset>
  );
};

/** Chosen numbers of which none was typed yet. */
const onlyThese = ' ';

const Prefixes = ({ setting, organization, bound: { value, fault, ...bound } }: SettingFieldProps) => {
  const text = settingWords();
  const { label, hint } = text.fields[setting.pointer];
  const effective = effectiveOf(organization, setting);
  const allowed =
    effective === noPrefixes ? text.prefixes.none : effective.replaceAll('\n', ' ') || text.prefixes.any;
  const lists = value !== '' && value !== noPrefixes;
  return (
    <>
      <SelectField
        label={label}
        hint={text.inEffect(allowed)}
        fault={lists ? undefined : fault}
        value={lists ? onlyThese : value}
        options={[
          { value: '', label: text.inherited },
          { value: onlyThese, label: text.prefixes.only },
          { value: noPrefixes, label: text.prefixes.none },
        ]}
        {...bound}
      />
      {lists && (
        <TextField
          label={text.prefixes.numbers}
          hint={hint}
          fault={fault}
          value={value.trimStart().replaceAll('\n', ' ')}
          disabled={bound.disabled}
          onChange={({ target }) => bound.onChange({ target: { value: target.value || onlyThese } })}
        />
      )}
    </>
  );
};

/** The field of a setting, with what is inherited in its place. */
export const SettingField = (props: SettingFieldProps) => {
  const { setting, organization, bound } = props;
  const { pointer, kind, maxLength, required, absent, own } = setting;
  const text = settingWords();
  const { label, hint, yes = text.yes, no = text.no } = text.fields[pointer];
  const effective = effectiveOf(organization, setting);
  const shared = {
    label,
    hint: pointer.endsWith('/domain') ? text.domainHint(`voice-agent-platform=${organization.id}`) : hint,
    ...(maxLength && { maxLength }),
    ...(required && { required }),
    ...bound,
  };
  const isInherited = pointer.startsWith('/settings/');
  const placeholder = isInherited
    ? effective
      ? text.inheritedValue(effective)
      : text.notSet
    : pointer === '/billing_info/party/name'
      ? organization.name
      : undefined;
  switch (kind) {
    case 'logo':
      return <LogoField label={label} hint={hint} {...bound} />;
    case 'analyzers':
      return <Excluded {...props} />;
    case 'prefixes':
      return <Prefixes {...props} />;
    case 'lines':
      return <TextArea {...shared} />;
    case 'choice': {
      const inEffect = text.inEffect((effective || String(absent)) === 'true' ? yes : no);
      return (
        <SelectField
          {...shared}
          hint={[hint, inEffect].filter(Boolean).join(' ')}
          options={[
            { value: '', label: own ? text.notSet : text.inherited },
            { value: 'true', label: yes },
            { value: 'false', label: no },
          ]}
        />
      );
    }
    case 'number':
      return <TextField {...shared} type="number" min={0} placeholder={placeholder} />;
    case 'email':
      return <TextField {...shared} type="email" />;
    case 'decimal':
      return <TextField {...shared} inputMode="decimal" />;
    case 'color':
    case 'text':
      return <TextField {...shared} placeholder={placeholder} />;
  }
};
