import type { Agent, SpeechVoice } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { SelectField, TextArea } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { useIntegrations } from './use-integrations.ts';

const speakers: Readonly<Record<SpeechVoice['provider'], string>> = {
  elevenlabs: 'ElevenLabs',
  polly: 'Amazon Polly',
  openai_compatible: 'The platform’s endpoint for speech',
  stand_in: 'A stand-in that only hums',
};

/** The text as the captions of its audio, for as long as any audio of it may be. */
const captionsOf = (text: string): string =>
  URL.createObjectURL(
    new Blob([`WEBVTT\n\n00:00.000 --> 10:00.000\n${text.replaceAll(/\s+/g, ' ')}\n`], { type: 'text/vtt' }),
  );

/** Speaks a text with the agent's voice, as it was saved last. */
export const Hear = ({ agent }: { readonly agent: Agent }) => {
  const { api, may } = useSession();
  const { options } = useIntegrations(agent, may('integrations:read'));
  const form = useForm({
    initial: { text: agent.first_message ?? '', integration_id: '' },
    send: async ({ text, integration_id }) => {
      const body = { text, ...(integration_id && { integration_id }) };
      const speech = await api.speech.create({ params: { agent_id: agent.id }, body });
      return { ...speech, captions: captionsOf(text) };
    },
  });
  const { reply: speech } = form;
  return (
    <form className={cx(kit.card, kit.stack)} onSubmit={form.submit} aria-label="Hear the agent">
      <h2>Hear it</h2>
      <TextArea
        label="What the agent says"
        rows={3}
        required
        maxLength={1000}
        hint="With the voice that was saved last. Each text counts as a test of the agent."
        {...form.bind('text')}
      />
      <div className={kit.filters}>
        {options.length > 0 && (
          <SelectField
            label="Account that speaks"
            hint="Automatic: where the agent was last deployed, or the platform’s own voice."
            options={[{ value: '', label: 'Automatic' }, ...options]}
            {...form.bind('integration_id')}
          />
        )}
        <Button look="primary" type="submit" busy={form.busy}>
          Speak
        </Button>
      </div>
      {Boolean(form.error) && <Problem error={form.error} />}
      {speech && (
        <div className={cx(kit.stack, kit.tight)} role="status">
          <audio controls autoPlay src={speech.url} aria-label="The agent’s voice">
            <track kind="captions" label="Captions" src={speech.captions} />
          </audio>
          <p className={cx(kit.small, kit.muted)}>
            {speakers[speech.voice.provider]}, <span className={kit.mono}>{speech.voice.voice_id}</span>
          </p>
        </div>
      )}
    </form>
  );
};
