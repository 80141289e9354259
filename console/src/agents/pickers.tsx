import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Agent, ProviderVoice } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { languageName } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { nameOfProvider, providers } from '../integrations/providers.ts';
import { Picker } from '../kit/picker.tsx';
import { words } from '../words/index.ts';
import styles from './agents.module.css';
import type { Draft } from './draft.ts';
import { useIntegrations } from './use-integrations.ts';

interface PickersProps {
  readonly agent: Agent;
  readonly draft: Draft;
  readonly changed: ReadonlySet<keyof Draft>;
  readonly onChange: (change: Partial<Draft>) => void;
  readonly error: unknown;
  readonly disabled: boolean;
}

/** Languages that are offered. Any other one can be typed. */
const languages = [
  'en-GB',
  'en-US',
  'en-AU',
  'de-DE',
  'de-AT',
  'de-CH',
  'fr-FR',
  'fr-CA',
  'es-ES',
  'es-MX',
  'it-IT',
  'pt-PT',
  'pt-BR',
  'nl-NL',
  'pl-PL',
  'cs-CZ',
  'da-DK',
  'sv-SE',
  'nb-NO',
  'fi-FI',
  'el-GR',
  'hu-HU',
  'ro-RO',
  'tr-TR',
  'uk-UA',
  'ru-RU',
  'ar-SA',
  'he-IL',
  'hi-IN',
  'ja-JP',
  'ko-KR',
  'zh-CN',
  'id-ID',
  'vi-VN',
] as const;

/** The models that the operator lets agents use. Agents that a provider runs can have any other. */
export const useModels = (enabled = true) => {
  const { api } = useSession();
  const { pickers } = words.agents;
  const found = useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => api.models.list({ signal }),
    enabled,
    staleTime: 5 * 60_000,
  });
  const models = (found.data?.data ?? []).filter(({ uses }) => uses.includes('agents'));
  const first = models.find(({ default_of }) => default_of.includes('agents'))?.id;
  return [
    { value: '', label: pickers.defaultModel, facts: first === 'rehearsal' ? pickers.rehearsal : first },
    ...models.map(({ id }) => ({
      value: id,
      label: id,
      facts: id === 'rehearsal' ? pickers.rehearsal : pickers.offered,
    })),
  ];
};

const factsOf = ({ language, gender, accent }: ProviderVoice): string =>
  [language && languageName(language), gender, accent].filter(Boolean).join(', ');

/** The voices of all connected accounts that list theirs, once somebody asks for them. */
const useVoices = (agent: Agent, asked: boolean) => {
  const { api } = useSession();
  const { items } = useIntegrations(agent);
  // Vapi has no list of voices.
  const accounts = items.filter(({ provider, status }) => provider !== 'vapi' && status !== 'disabled');
  const found = useQueries({
    queries: accounts.map(({ id }) => ({
      queryKey: ['integration', id, 'voices'],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.voices.list({ params: { integration_id: id }, signal }),
      enabled: asked,
      retry: false,
      staleTime: 5 * 60_000,
    })),
  });
  return {
    accounts: items,
    busy: asked && found.some(({ isLoading }) => isLoading),
    voices: accounts.flatMap(({ name, provider }, at) =>
      (found[at]?.data?.data ?? []).map((voice) => ({ ...voice, provider, account: name })),
    ),
  };
};

/** The language, voice, model and provider of an agent, each with the values that there are. */
export const Pickers = ({ agent, draft, changed, onChange, error, disabled }: PickersProps) => {
  const { pickers, fields } = words.agents;
  const [asked, setAsked] = useState(false);
  const { voices, accounts, busy } = useVoices(agent, asked);
  const models = useModels();
  const accountsOf = (provider: string) =>
    accounts
      .filter((account) => account.provider === provider)
      .map(({ name }) => name)
      .join(', ');
  return (
    <div className={styles.pickers}>
      <Picker
        label={fields.language}
        free
        value={draft.language}
        facts={draft.language && languageName(draft.language)}
        options={[
          { value: '', label: pickers.noLanguage },
          ...languages.map((value) => ({ value, label: languageName(value), facts: value })),
        ]}
        changed={changed.has('language')}
        disabled={disabled}
        fault={faultAt(error, '/language')}
        onChoose={(language) => onChange({ language })}
      />
      <Picker
        label={fields.voice_id}
        free
        busy={busy}
        value={draft.voice_id}
        facts={draft.voice_provider ? nameOfProvider(draft.voice_provider) : undefined}
        options={[
          { value: '', label: pickers.noVoice },
          ...voices.map((voice) => ({
            value: voice.voice_id,
            label: voice.name ?? voice.voice_id,
            facts: [factsOf(voice), voice.account].filter(Boolean).join(' · '),
          })),
        ]}
        changed={changed.has('voice_id')}
        disabled={disabled}
        fault={faultAt(error, '/voice_id')}
        onOpen={() => setAsked(true)}
        onChoose={(voice_id) => {
          const provider = voices.find((voice) => voice.voice_id === voice_id)?.provider;
          onChange({ voice_id, ...(provider === 'elevenlabs' && { voice_provider: provider }) });
        }}
      />
      <Picker
        label={fields.model_id}
        free
        value={draft.model_id}
        facts={draft.model_provider ? nameOfProvider(draft.model_provider) : pickers.ofProvider}
        options={models}
        changed={changed.has('model_id')}
        disabled={disabled}
        fault={faultAt(error, '/model/id')}
        onChoose={(model_id) => onChange({ model_id })}
      />
      <Picker
        label={fields.provider_name}
        free
        value={draft.provider_name}
        facts={draft.provider_agent_id}
        options={[
          { value: '', label: pickers.platform, facts: pickers.platformText },
          ...Object.entries(providers).map(([value, { name }]) => ({
            value,
            label: name,
            facts:
              (value === draft.provider_name && draft.provider_agent_id) ||
              accountsOf(value) ||
              pickers.noAccount,
          })),
        ]}
        changed={changed.has('provider_name')}
        disabled={disabled}
        fault={faultAt(error, '/provider/name')}
        onChoose={(provider_name) =>
          onChange({ provider_name, ...(provider_name === '' && { provider_agent_id: '' }) })
        }
      />
    </div>
  );
};
