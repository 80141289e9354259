import { useMutation } from '@tanstack/react-query';
import type { ExportItem } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
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
import { words } from '../words/index.ts';

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
            {words.exports.showFiles}
          </Button>
        </div>
      )}
      {shown.error && <Problem error={shown.error} />}
      {shown.data && (
        <ul className={cx(kit.stack, kit.tight, kit.small)} aria-label={words.exports.files}>
          {shown.data.files.map(({ name, rows, size_bytes }) => (
            <li key={name} className={kit.row}>
              <Download
                link={async () => {
                  const { files } = await read();
                  return { url: files.find((file) => file.name === name)?.url ?? '' };
                }}
              >
                {name}
              </Download>
              {words.exports.fileSize(rows, size_bytes)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

export const ExportCard = ({ item }: { readonly item: ExportItem }) => {
  const { api, may } = useSession();
  const { title, action, button } =
    item.status === 'pending' || item.status === 'running' ? words.exports.cancel : words.exports.remove;
  const parts = [...item.resources, ...(item.recordings ? (['recordings'] as const) : [])];
  const what = parts.map((name) => words.exports.resources[name]).join(', ');
  return (
    <article className={cx(kit.card, kit.stack, kit.tight)} aria-label={words.exports.cardOf(what)}>
      <div className={cx(kit.row, kit.spread)}>
        <h2>{what}</h2>
        <div className={kit.row}>
          <Badge tone={tones[item.status]}>{words.exports.statuses[item.status]}</Badge>
          {may('exports:write') && (
            <ConfirmButton
              small
              ask={{
                title,
                action,
                text: words.exports.removed,
                danger: true,
                send: () => api.exports.remove({ params: { export_id: item.id } }),
                refresh: [['exports']],
              }}
            >
              {button}
            </ConfirmButton>
          )}
        </div>
      </div>
      <p className={kit.figures}>{words.exports.size(item.rows, item.size_bytes, item.format)}</p>
      <p className={cx(kit.small, kit.muted)}>
        <OrganizationName id={item.client_id} instead={words.exports.everything} /> ·{' '}
        {words.exports.times(formatTime(item.created_at), formatTime(item.expires_at))}
      </p>
      {item.status_detail && <p className={cx(kit.notice, kit.warn, kit.small)}>{item.status_detail}</p>}
      {item.status === 'completed' && <Files exportId={item.id} />}
    </article>
  );
};
