import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { EventSelector } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { Secret } from '../kit/secret.tsx';
import { OwnerField, useOwner } from '../shell/owner-field.tsx';
import { eventTypes } from './event-types.ts';

export const CreateWebhookDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api } = useSession();
  const [owner, setOwner] = useOwner();
  const queries = useQueryClient();
  const [url, setUrl] = useState('');
  const [description, setDescription] = useState('');
  const [all, setAll] = useState(true);
  const [events, setEvents] = useState<readonly EventSelector[]>([]);
  const [payload, setPayload] = useState<'full' | 'thin'>('full');
  const create = useMutation({
    mutationFn: () =>
      api.webhooks.create({
        body: {
          url: url || null,
          description: description || null,
          events: all ? ['*'] : events,
          payload,
          ...(owner && { client_id: owner }),
        },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['webhooks'] }),
  });
  if (create.data) {
    return (
      <Dialog open onClose={onClose} title="The webhook was created">
        <Secret label="The secret that messages are signed with" value={create.data.secret} />
        <div className={cx(kit.row, kit.end)}>
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </Dialog>
    );
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const toggle = (type: EventSelector, on: boolean) =>
    setEvents(on ? [...events, type] : events.filter((one) => one !== type));
  return (
    <Dialog open onClose={onClose} title="New webhook">
      <form className={kit.stack} onSubmit={submit}>
        <OwnerField owner={owner} platform="The platform: events of every organization" onChange={setOwner} />
        <TextField
          label="Address"
          type="url"
          placeholder="https://example.com/hooks"
          hint="Messages are posted there. Without an address they wait until a program fetches them."
          value={url}
          fault={faultAt(create.error, '/url')}
          onChange={({ target }) => setUrl(target.value)}
        />
        <TextField
          label="What it is for"
          maxLength={500}
          value={description}
          fault={faultAt(create.error, '/description')}
          onChange={({ target }) => setDescription(target.value)}
        />
        <CheckField
          label="All events, also of future types"
          checked={all}
          onChange={({ target }) => setAll(target.checked)}
        />
        {!all && (
          <fieldset className={cx(kit.stack, kit.tight)}>
            <legend className={kit.label}>Events</legend>
            <div className={kit.columns}>
              {eventTypes.map((type) => (
                <CheckField
                  key={type}
                  label={type}
                  checked={events.includes(type)}
                  onChange={({ target }) => toggle(type, target.checked)}
                />
              ))}
            </div>
          </fieldset>
        )}
        <SelectField
          label="Messages hold"
          value={payload}
          options={[
            { value: 'full', label: 'The entity as the API shows it' },
            { value: 'thin', label: 'Only its id' },
          ]}
          onChange={({ target }) => setPayload(target.value === 'thin' ? 'thin' : 'full')}
        />
        {create.error && <Problem error={create.error} />}
        <div className={cx(kit.row, kit.end)}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            disabled={owner === undefined || (!all && events.length === 0)}
            busy={create.isPending}
          >
            Create
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
