import type { Agent } from 'voice-agent-platform-client';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { SelectField, TextArea } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { useForm } from '../kit/use-form.ts';
import { words } from '../words/index.ts';
import { useIntegrations } from './use-integrations.ts';

/** The text as the captions of its audio, for as long as any audio of it may be. */
const captionsOf = (text: string): string =>
  URL.createObjectURL(
    new Blob([`WEBVTT\n\n00:00.000 --> 10:00.000\n${text.replaceAll(/\s+/g, ' ')}\n`], { type: 'text/vtt' }),
  );

/** Speaks a text with the agent's voice, as it was saved last. */
export const Hear = ({ agent }: { readonly agent: Agent }) => {
  const { api } = useSession();
  const { hear } = words.agents;
  const { options } = useIntegrations(agent);
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
    <form className={cx(kit.card, kit.stack)} onSubmit={form.submit} aria-label={hear.form}>
      <h2>{hear.title}</h2>
      <TextArea
        label={hear.says}
        rows={3}
        required
        maxLength={1000}
        hint={hear.hint}
        {...form.bind('text')}
      />
      {options.length > 0 && (
        <SelectField
          label={hear.account}
          hint={hear.accountHint}
          options={[{ value: '', label: hear.automatic }, ...options]}
          {...form.bind('integration_id')}
        />
      )}
      <div>
        <Button look="primary" type="submit" busy={form.busy}>
          {hear.speak}
        </Button>
      </div>
      {Boolean(form.error) && <Problem error={form.error} />}
      {speech && (
        <div className={cx(kit.stack, kit.tight)} role="status">
          <audio controls autoPlay src={speech.url} aria-label={hear.voice}>
            <track kind="captions" label={hear.captions} src={speech.captions} />
          </audio>
          <p className={cx(kit.small, kit.muted)}>
            {hear.speakers[speech.voice.provider]}, <span className={kit.mono}>{speech.voice.voice_id}</span>
          </p>
        </div>
      )}
    </form>
  );
};
