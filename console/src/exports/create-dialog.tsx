import type { ExportFormat, ExportResource, Scope } from 'voice-agent-platform-client';
import type { Days } from '../api/days.ts';
import { momentsHere, zoneHere } from '../api/days.ts';
import { faultAt } from '../api/faults.ts';
import { useSession } from '../api/session.ts';
import { cx } from '../kit/cx.ts';
import { DateRange } from '../kit/date-range.tsx';
import { CheckField, SelectField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { useForm } from '../kit/use-form.ts';
import { useOwner } from '../shell/owner-field.tsx';

/** The resources of exports, each with the scope that reads it. */
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
  const owner = useOwner();
  const allowed = resources.filter(({ scope }) => may(scope));
  const form = useForm({
    initial: {
      resources: allowed.map(({ name }) => name) as readonly ExportResource[],
      recordings: false,
      format: 'ndjson' as ExportFormat,
      days: {} as Days,
    },
    send: ({ days, ...chosen }) =>
      api.exports.create({
        body: {
          ...chosen,
          ...(owner.owner && { client_id: owner.owner }),
          filters: momentsHere(days),
        },
      }),
    refresh: [['exports']],
    onSent: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="New export"
      action="Export"
      owner={{ ...owner, platform: 'The platform: data of every organization' }}
      disabled={form.values.resources.length === 0}
      onClose={onClose}
    >
      <fieldset className={cx(kit.stack, kit.tight)}>
        <legend className={kit.label}>What to export</legend>
        {allowed.map(({ name, label }) => (
          <CheckField key={name} label={label} {...form.toggle('resources', name)} />
        ))}
        {may('recordings:read') && may('conversations:read') && (
          <CheckField
            label="Recordings"
            hint="The audio of the conversations, in ZIP files."
            {...form.check('recordings')}
          />
        )}
      </fieldset>
      <SelectField label="Format" options={formats} {...form.bind('format')} />
      <div className={kit.columns}>
        <DateRange
          days={form.values.days}
          timeZone={zoneHere}
          faults={{
            from: faultAt(form.error, '/filters/start_after'),
            to: faultAt(form.error, '/filters/start_before'),
          }}
          onChange={(days) => form.change({ days }, ['/filters'])}
        />
      </div>
    </FormDialog>
  );
};
