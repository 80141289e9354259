import { useMutation } from '@tanstack/react-query';
import type { ExportItem } from 'voice-agent-platform-client';
import { formatBytes, formatNumber, formatTime, inWords } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import type { Tone } from '../kit/badge.tsx';
import { Badge } from '../kit/badge.tsx';
import { Button } from '../kit/button.tsx';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { cx } from '../kit/cx.ts';
import { Download } from '../kit/download.tsx';
import kit from '../kit/kit.module.css';
import { Problem } from '../kit/notices.tsx';

const tones: Readonly<Record<ExportItem['status'], Tone>> = {
  pending: undefined,
  running: 'accent',
  completed: 'good',
  failed: 'bad',
};

/** The files of an export, each with a link of its own for every click. */
const Files = ({ exportId }: { readonly exportId: string }) => {
  const { api } = useSession();
  const read = () => api.exports.get({ params: { export_id: exportId } });
  const shown = useMutation({ mutationFn: read });
  return (
    <div className={cx(kit.stack, kit.tight)}>
      {!shown.data && (
        <div>
          <Button small busy={shown.isPending} onClick={() => shown.mutate()}>
            Show files
          </Button>
        </div>
      )}
      {shown.error && <Problem error={shown.error} />}
      {shown.data && (
        <ul className={cx(kit.stack, kit.tight, kit.small)} aria-label="Files">
          {shown.data.files.map(({ name, rows, size_bytes }) => (
            <li key={name} className={kit.row}>
              <Download
                link={async () => {
                  const { files } = await read();
                  return files.find((file) => file.name === name)?.url ?? '';
                }}
              >
                {name}
              </Download>
              {formatNumber(rows)} rows, {formatBytes(size_bytes)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

export const ExportCard = ({ item }: { readonly item: ExportItem }) => {
  const { api, may } = useSession();
  const words =
    item.status === 'pending' || item.status === 'running'
      ? { title: 'Cancel the export?', action: 'Cancel the export', button: 'Cancel …' }
      : { title: 'Remove the export?', action: 'Remove', button: 'Remove …' };
  const what = [...item.resources, ...(item.recordings ? ['recordings'] : [])].join(', ');
  return (
    <article className={cx(kit.card, kit.stack, kit.tight)} aria-label={`Export of ${what}`}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>{inWords(what)}</h2>
        <div className={kit.row}>
          <Badge tone={tones[item.status]}>{inWords(item.status)}</Badge>
          {may('exports:write') && (
            <ConfirmButton
              small
              ask={{
                ...words,
                text: 'Its files are deleted. What was exported stays as it is.',
                danger: true,
                send: () => api.exports.remove({ params: { export_id: item.id } }),
                refresh: [['exports']],
              }}
            >
              {words.button}
            </ConfirmButton>
          )}
        </div>
      </div>
      <p className={kit.figures}>
        {formatNumber(item.rows)} rows, {formatBytes(item.size_bytes)}, as {item.format.toUpperCase()}
      </p>
      <p className={cx(kit.small, kit.muted)}>
        {item.client_id ? <OrganizationName id={item.client_id} /> : 'Everything'}, started{' '}
        {formatTime(item.created_at)}, kept until {formatTime(item.expires_at)}
      </p>
      {item.status_detail && <p className={cx(kit.notice, kit.warn, kit.small)}>{item.status_detail}</p>}
      {item.status === 'completed' && <Files exportId={item.id} />}
    </article>
  );
};
