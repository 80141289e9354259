import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { AnalyzerItem } from 'voice-agent-platform-client';
import { formatDate } from '../api/format.ts';
import { OrganizationName } from '../api/names.tsx';
import { useSession } from '../api/session.ts';
import { useList } from '../api/use-list.ts';
import { Badge } from '../kit/badge.tsx';
import { cx } from '../kit/cx.ts';
import { CheckField, SelectField, TextField } from '../kit/field.tsx';
import { FormDialog } from '../kit/form-dialog.tsx';
import kit from '../kit/kit.module.css';
import { ListPage } from '../kit/list-page.tsx';
import { toastProblem } from '../kit/toasts.tsx';
import { useForm } from '../kit/use-form.ts';
import type { Owner } from '../shell/owner-field.tsx';
import { useOwner } from '../shell/owner-field.tsx';
import { useOrg } from '../shell/use-org.ts';
import { words } from '../words/index.ts';

const route = getRouteApi('/analyzers');

/** So many of the latest calls are analyzed at once. */
const triedCalls = 10;

/** A question as the name of a criterion: `Was the problem solved?` is `was_the_problem_solved`. */
const nameOf = (question: string): string =>
  question
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9\s]/g, '')
    .trim()
    .split(/\s+/)
    .reduce(
      (name, word) => (name.length + word.length < 40 ? [name, word].filter(Boolean).join('_') : name),
      '',
    )
    .replace(/^(?![a-z])/, 'criterion_')
    .slice(0, 40);

/** An organization whose analysis is off, if the key may switch it on. */
const useAnalysisOff = (owner: Owner) => {
  const { api, me, may } = useSession();
  const { data } = useQuery({
    queryKey: ['client', owner, 'analysis'],
    queryFn: ({ signal }) => api.clients.get({ params: { client_id: owner ?? '' }, signal }),
    // Only an organization above may switch it on.
    enabled: Boolean(owner) && owner !== me.client?.id && may('clients:write'),
  });
  return data && data.effective_settings.analysis?.enabled !== true ? data : undefined;
};

/**
 * An analyzer from a question, which is switched on and tried on the latest calls. Without a question it
 * begins switched off, so that nothing is judged before its criteria are there.
 */
const CreateDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { api, may } = useSession();
  const owner = useOwner();
  const navigate = useNavigate();
  const off = useAnalysisOff(owner.owner);
  const { analyzers } = words;
  const client = owner.owner ? { client_id: owner.owner } : {};
  const tryIt = async (analyzer_id: string): Promise<void> => {
    const { data } = await api.conversations.list({
      query: { ...client, status: 'completed', limit: triedCalls },
    });
    const first = data.at(-1);
    if (first)
      await api.analysisRuns.create({
        body: { analyzer_id, max_conversations: triedCalls, filters: { start_after: first.start_time } },
      });
  };
  const form = useForm({
    initial: { question: '', name: '', enable: true },
    send: async ({ question, name, enable }) => {
      const asked = question.trim();
      if (asked && enable && off)
        await api.clients.update({
          params: { client_id: off.id },
          body: { settings: { analysis: { enabled: true } } },
        });
      const criterion = {
        name: nameOf(asked),
        kind: 'judge' as const,
        instruction: analyzers.question.instruction(asked),
      };
      const made = await api.analyzers.create({
        body: {
          ...client,
          name: name.trim() || asked,
          enabled: asked !== '',
          ...(asked && { criteria: [criterion] }),
        },
      });
      if (asked && may('conversations:read')) await tryIt(made.id).catch(toastProblem);
      return { id: made.id, asked };
    },
    refresh: [['analyzers'], ['clients'], ['client']],
    onSent: ({ id, asked }) =>
      navigate({
        to: '/analyzers/$analyzerId',
        params: { analyzerId: id },
        search: asked ? { tab: 'report' } : {},
      }),
  });
  const asked = form.values.question.trim() !== '';
  return (
    <FormDialog
      form={form}
      title={analyzers.create}
      action={asked ? analyzers.question.action(triedCalls) : analyzers.createAction}
      owner={{ ...owner, platform: analyzers.platform }}
      onClose={onClose}
    >
      <TextField
        label={analyzers.question.label}
        hint={analyzers.question.hint}
        maxLength={200}
        {...form.bind('question')}
      />
      <TextField label={analyzers.editor.name} required={!asked} maxLength={200} {...form.bind('name')} />
      {asked && off && <CheckField label={analyzers.question.enable(off.name)} {...form.check('enable')} />}
    </FormDialog>
  );
};

const below = ({ mandatory, shared }: AnalyzerItem): string => {
  const { analyzers } = words;
  return [mandatory ? analyzers.mandatory : analyzers.optional, !shared && analyzers.hidden]
    .filter(Boolean)
    .join(', ');
};

export const AnalyzersPage = () => {
  const { api, me, may } = useSession();
  const org = useOrg();
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const { analyzers } = words;
  // The platform stands above everybody, so nothing is inherited there.
  const isWithin = org !== undefined || me.client !== null;
  const inherited = isWithin && show !== 'below';
  const list = useList(['analyzers', org, inherited], ({ limit, cursor }, signal) =>
    api.analyzers.list({
      query: {
        limit: String(limit),
        ...(cursor && { cursor }),
        ...(org && { client_id: org }),
        ...(inherited && { inherited: 'true' as const }),
      },
      signal,
    }),
  );
  return (
    <ListPage<AnalyzerItem>
      title={analyzers.title}
      create={
        may('analysis:write') && {
          label: analyzers.create,
          dialog: (onClose) => <CreateDialog onClose={onClose} />,
        }
      }
      filters={
        isWithin && (
          <div className={kit.filters}>
            <SelectField
              label={analyzers.show}
              value={inherited ? '' : 'below'}
              options={[
                { value: '', label: analyzers.shows.inherited },
                { value: 'below', label: analyzers.shows.below },
              ]}
              onChange={({ target }) =>
                void navigate({ search: (now) => ({ ...now, show: target.value || undefined }) })
              }
            />
          </div>
        )
      }
      list={list}
      empty={analyzers.empty}
      label={analyzers.title}
      columns={[
        {
          title: analyzers.columns.name,
          kind: 'heading',
          cell: ({ id, name, description }) => (
            <>
              <Link to="/analyzers/$analyzerId" params={{ analyzerId: id }}>
                <bdi>{name}</bdi>
              </Link>
              {description && <div className={cx(kit.small, kit.muted)}>{description}</div>}
            </>
          ),
        },
        {
          title: analyzers.columns.state,
          cell: ({ enabled }) => (enabled ? analyzers.on : <Badge tone="warn">{analyzers.off}</Badge>),
        },
        {
          title: analyzers.columns.owner,
          cell: ({ client_id }) => <OrganizationName id={client_id} />,
        },
        { title: analyzers.columns.below, cell: below },
        {
          title: analyzers.columns.updated,
          cell: ({ updated_at }) => <span className={kit.figures}>{formatDate(updated_at)}</span>,
        },
      ]}
    />
  );
};
