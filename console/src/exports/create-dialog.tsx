import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { ExportFormat, ExportResource, Scope } from 'voice-agent-platform-client';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { Dialog } from '../kit/dialog.tsx';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { useOrg } from '../shell/use-org.ts';

/** What can be exported, each with the scope that reads it. */
const resources: readonly { readonly name: ExportResource; readonly label: string; readonly scope: Scope }[] =
  [
    { name: 'conversations', label: 'Conversations', scope: 'conversations:read' },
    { name: 'turns', label: 'Transcripts, turn by turn', scope: 'conversations:read' },
    { name: 'agents', label: 'Agents', scope: 'agents:read' },
    { name: 'clients', label: 'Organizations', scope: 'clients:read' },
    { name: 'usage', label: 'Usage', scope: 'usage:read' },
  ];

const formats = [
  { value: 'ndjson', label: 'NDJSON, a JSON object in each line' },
  { value: 'csv', label: 'CSV' },
  { value: 'parquet', label: 'Parquet' },
] as const;

/** Midnight of a day, here. */
const startOf = (day: string): string => new Date(`${day}T00:00`).toISOString();

export const CreateExportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api, may } = useSession();
  const org = useOrg();
  const queries = useQueryClient();
  const allowed = resources.filter(({ scope }) => may(scope));
  const [chosen, setChosen] = useState<readonly ExportResource[]>(allowed.map(({ name }) => name));
  const [recordings, setRecordings] = useState(false);
  const [format, setFormat] = useState<ExportFormat>('ndjson');
  const [since, setSince] = useState('');
  const [until, setUntil] = useState('');
  const create = useMutation({
    mutationFn: () =>
      api.exports.create({
        body: {
          resources: chosen,
          format,
          recordings,
          ...(org && { client_id: org }),
          filters: {
            ...(since && { start_after: startOf(since) }),
            ...(until && { start_before: startOf(until) }),
          },
        },
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['exports'] });
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const toggle = (name: ExportResource, on: boolean) =>
    setChosen(on ? [...chosen, name] : chosen.filter((one) => one !== name));
  return (
    <Dialog open onClose={onClose} title="New export">
      <form className={kit.stack} onSubmit={submit}>
        <fieldset className={cx(kit.stack, kit.tight)}>
          <legend className={kit.label}>What to export</legend>
          {allowed.map(({ name, label }) => (
            <CheckField
              key={name}
              label={label}
              checked={chosen.includes(name)}
              onChange={({ target }) => toggle(name, target.checked)}
            />
          ))}
          {may('recordings:read') && may('conversations:read') && (
            <CheckField
              label="Recordings"
              hint="The audio of the conversations, in ZIP files."
              checked={recordings}
              onChange={({ target }) => setRecordings(target.checked)}
            />
          )}
        </fieldset>
        <SelectField
          label="Format"
          value={format}
          options={formats}
          onChange={({ target }) => setFormat(target.value as ExportFormat)}
        />
        <div className={kit.columns}>
          <TextField
            label="Conversations since"
            type="date"
            value={since}
            fault={faultAt(create.error, '/filters/start_after')}
            onChange={({ target }) => setSince(target.value)}
          />
          <TextField
            label="Conversations before"
            type="date"
            value={until}
            fault={faultAt(create.error, '/filters/start_before')}
            onChange={({ target }) => setUntil(target.value)}
          />
        </div>
        {create.error && <Problem error={create.error} />}
        <div className={cx(kit.row, kit.end)}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" type="submit" disabled={chosen.length === 0} busy={create.isPending}>
            Export
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
