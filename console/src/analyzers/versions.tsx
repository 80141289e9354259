import type { Analyzer } from 'voice-agent-platform-client';
import { formatTime } from '../api/format.ts';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { ConfirmButton } from '../kit/confirm-button.tsx';
import { List } from '../kit/list.tsx';
import { words } from '../words/index.ts';

interface VersionsProps {
  readonly analyzer: Analyzer;
  readonly etag: string;
  readonly mayRestore: boolean;
}

export const useVersions = (analyzerId: string, enabled = true) => {
  const { api } = useSession();
  return useList(
    ['analyzer', analyzerId, 'versions'],
    ({ limit, cursor }, signal) =>
      api.analyzerVersions.list({
        params: { analyzer_id: analyzerId },
        query: { limit: String(limit), ...(cursor && { cursor }) },
        signal,
      }),
    { enabled },
  );
};

/**
 * Every state that the analyzer was in, and a way back. Earlier analyses keep the version by which they were
 * made.
 */
export const Versions = ({ analyzer, etag, mayRestore }: VersionsProps) => {
  const { api } = useSession();
  const { versions, on, off } = words.analyzers;
  const list = useVersions(analyzer.id);
  return (
    <List
      list={list}
      empty={{ title: versions.empty }}
      label={words.analyzers.tabs.versions}
      keyOf={({ version }) => version}
      columns={[
        {
          title: versions.version,
          cell: ({ version }) => (version === analyzer.version ? `${version}, ${versions.current}` : version),
        },
        { title: words.analyzers.columns.name, kind: 'heading', cell: ({ name }) => <bdi>{name}</bdi> },
        { title: words.analyzers.columns.state, cell: ({ enabled }) => (enabled ? on : off) },
        { title: versions.created, cell: ({ created_at }) => formatTime(created_at) },
      ]}
      rowActions={({ version }) =>
        mayRestore &&
        version !== analyzer.version && (
          <ConfirmButton
            small
            ask={{
              title: versions.restoreTitle(version),
              text: versions.restoreText,
              action: versions.restoreAction,
              send: () =>
                api.analyzerVersions.restore({
                  params: { analyzer_id: analyzer.id, analyzer_version: String(version) },
                  ifMatch: etag,
                }),
              refresh: [['analyzer', analyzer.id]],
            }}
          >
            {versions.restore(version)}
          </ConfirmButton>
        )
      }
    />
  );
};
