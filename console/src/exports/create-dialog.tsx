import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useState } from 'react';
import type { ExportFormat, ExportResource, Scope } from 'voice-agent-platform-client';
import type { Days } from '../api/days.ts';
import { momentsHere, zoneHere } from '../api/days.ts';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { Button } from '../kit/button.tsx';
import { cx } from '../kit/cx.ts';
import { DateRange } from '../kit/date-range.tsx';
import { Dialog } from '../kit/dialog.tsx';
import { CheckField, SelectField } from '../kit/field.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';
import { OwnerField, useOwner } from '../shell/owner-field.tsx';

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

export const CreateExportDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api, may } = useSession();
  const [owner, setOwner] = useOwner();
  const queries = useQueryClient();
  const allowed = resources.filter(({ scope }) => may(scope));
  const [chosen, setChosen] = useState<readonly ExportResource[]>(allowed.map(({ name }) => name));
  const [recordings, setRecordings] = useState(false);
  const [format, setFormat] = useState<ExportFormat>('ndjson');
  const [days, setDays] = useState<Days>({});
  const create = useMutation({
    mutationFn: () =>
      api.exports.create({
        body: {
          resources: chosen,
          format,
          recordings,
          ...(owner && { client_id: owner }),
          filters: momentsHere(days),
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
        <OwnerField owner={owner} platform="The platform: data of every organization" onChange={setOwner} />
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
          <DateRange
            days={days}
            timeZone={zoneHere}
            faults={{
              from: faultAt(create.error, '/filters/start_after'),
              to: faultAt(create.error, '/filters/start_before'),
            }}
            onChange={setDays}
          />
        </div>
        {create.error && <Problem error={create.error} />}
        <div className={cx(kit.row, kit.end)}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            disabled={owner === undefined || chosen.length === 0}
            busy={create.isPending}
          >
            Export
          </Button>
        </div>
      </form>
    </Dialog>
  );
};
