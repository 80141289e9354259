import * as z from 'zod/mini';
import { Channel, Direction, Outcome, Status } from './conversations.ts';
import {
  atMost,
  described,
  docs,
  entity,
  enumeration,
  Flag,
  id,
  LanguageTag,
  label,
  Metadata,
  object,
  orNull,
  patchOf,
  sameOwner,
  sentBack,
  slug,
  strictObject,
  text,
} from './fields.ts';
import { listQuery, ofOrganization, pagesOf } from './page.ts';
import { created, entityOf, route } from './route.ts';

export const CriterionKind = enumeration(
  'CriterionKind',
  ['judge', 'score', 'contains', 'pattern', 'tool_called', 'metric', 'duration', 'turns', 'ended_by'],
  'The check of a criterion. `judge` and `score` ask a language model; all others are computed from the conversation: words (`contains`), a regular expression (`pattern`), a call of a tool, a value in `metrics`, the duration in milliseconds, the number of turns, or the reason of the end',
);

const modelKinds: readonly z.output<typeof CriterionKind>[] = ['judge', 'score'];

export const Speaker = enumeration(
  'AnalysisSpeaker',
  ['any', 'user', 'agent'],
  'The speakers whose words a check reads',
);

const Comparison = enumeration(
  'Comparison',
  ['lt', 'lte', 'eq', 'gte', 'gt'],
  'The comparison of a number: less, at most, equal, at least, or greater',
);

export const CriterionVerdict = enumeration(
  'CriterionVerdict',
  ['passed', 'failed', 'unknown', 'not_applicable', 'unscored'],
  'The verdict on a criterion. `unknown`: the conversation does not show it. `not_applicable`: its condition does not hold. `unscored`: no verdict was obtained, for the given reason',
);
export type CriterionVerdict = z.output<typeof CriterionVerdict>;

export const CriterionExample = strictObject(
  'CriterionExample',
  'An example that shows a model how to judge',
  {
    text: described(text(1000), 'The words that were said'),
    verdict: enumeration('ExampleVerdict', ['passed', 'failed'], 'The right verdict on an example'),
  },
);

/** A regular expression, which is compiled where it is used. */
const Pattern = text(500);

/** The name of a criterion or a field, which is a part of labels. */
export const AnalysisName = slug(40);

const number = z.number().check(z.minimum(-1e15), z.maximum(1e15));

const Criterion = strictObject('AnalysisCriterion', 'One requirement that conversations are judged by', {
  name: described(AnalysisName, 'The name, unique within the analyzer'),
  kind: CriterionKind,
  instruction: described(
    orNull(text(2000)),
    'With `judge` and `score`: what the model decides, such as “The agent repeated the appointment before ending the call”. Phrase it so that `passed` is good',
  ),
  examples: z._default(z.array(CriterionExample).check(z.maxLength(5)), []).register(docs, {
    description: 'With `judge`: examples that show the model how to decide',
  }),
  applies_when: described(
    orNull(text(500)),
    'With `judge` and `score`: the condition, in words, without which the verdict is `not_applicable`',
  ),
  min: described(orNull(number), 'With `score`: the lowest score'),
  max: described(orNull(number), 'With `score`: the highest score'),
  pass_at: described(
    orNull(number),
    'With `score`: the lowest score that passes; by default the middle of the range',
  ),
  speaker: z._default(Speaker, 'any'),
  texts: z
    ._default(z.array(text(200)).check(z.maxLength(20)), [])
    .register(docs, { description: 'With `contains`: one of these must be said, ignoring case' }),
  pattern: described(
    orNull(Pattern),
    'With `pattern`: the regular expression in the syntax of RE2, which must match a turn',
  ),
  absent: z._default(z.boolean(), false).register(docs, {
    description: 'With `contains`, `pattern` and `tool_called`: passes if there is none',
  }),
  tool: described(orNull(text(200)), 'With `tool_called`: the name of the tool'),
  metric: described(
    orNull(text(64)),
    'With `metric`: the name in `metrics`. A price is unknown unless everybody sees it who sees the results: of a shared analyzer, also the organization of the conversation',
  ),
  op: described(orNull(Comparison), 'With `metric`, `duration` and `turns`: the comparison'),
  value: described(orNull(number), 'With `metric`, `duration` and `turns`: the number to compare with'),
  end_reasons: z
    ._default(z.array(text(100)).check(z.maxLength(20)), [])
    .register(docs, { description: 'With `ended_by`: the reasons that pass' }),
  required: z._default(z.boolean(), true).register(docs, {
    description: 'Whether a conversation must meet it to be successful (`success.rule` `all_required`)',
  }),
  weight: z
    ._default(z.int().check(z.minimum(1), z.maximum(100)), 1)
    .register(docs, { description: 'Its share of the score, relative to the other criteria' }),
  labels: z._default(z.boolean(), true).register(docs, {
    description: 'Whether conversations can be found by its verdict: `label=criterion.<name>:<verdict>`',
  }),
});
export type Criterion = z.output<typeof Criterion>;

const FieldType = enumeration(
  'AnalysisFieldType',
  ['text', 'number', 'integer', 'boolean', 'enum', 'date', 'list'],
  'The type of a value: `date` is `YYYY-MM-DD`, `list` a list of texts',
);

const Field = strictObject('AnalysisField', 'One value to extract from conversations', {
  name: described(AnalysisName, 'The name, unique within the analyzer'),
  type: FieldType,
  description: described(orNull(text(1000)), 'The value to extract, for the model'),
  values: z
    ._default(z.array(text(100)).check(z.maxLength(50)), [])
    .register(docs, { description: 'With `enum`: the possible values' }),
  pattern: described(
    orNull(Pattern),
    'A regular expression in the syntax of RE2. Its first group, or else the whole match, is the value, and no model is asked',
  ),
  required: z._default(z.boolean(), false).register(docs, {
    description:
      'Whether a missing value is reported, with a reason. It does not make a conversation unsuccessful',
  }),
  labels: z._default(z.boolean(), false).register(docs, {
    description: 'Whether conversations can be found by its value: `label=field.<name>:<value>`',
  }),
});
export type AnalysisField = z.output<typeof Field>;

const OutcomeChoice = strictObject('OutcomeChoice', 'A possible outcome', {
  value: Outcome,
  description: described(orNull(text(500)), 'When this outcome applies, for the model'),
});

const OutcomeRule = strictObject('AnalysisOutcome', 'The outcomes that a model chooses from', {
  values: z
    .array(OutcomeChoice)
    .check(z.minLength(1), z.maxLength(50))
    .register(docs, { description: 'The possible outcomes, of which the model chooses one' }),
});

const SummaryRule = strictObject('AnalysisSummary', 'A summary that a model writes', {
  instruction: described(text(1000), 'The content of the summary, as an instruction to the model'),
});

const SuccessRule = strictObject('AnalysisSuccess', 'The rule by which a conversation is successful', {
  rule: enumeration(
    'SuccessRule',
    ['all_required', 'score'],
    'The condition of success: all required criteria passed, or the score reaches `threshold`',
  ),
  threshold: described(
    orNull(z.number().check(z.minimum(0), z.maximum(1))),
    'With `score`: the lowest score of a successful conversation, from 0 to 1',
  ),
});

const whenFields = {
  agent_ids: z
    ._default(z.array(id('agent')).check(z.maxLength(100)), [])
    .register(docs, { description: 'Only conversations with these agents; empty for all' }),
  channels: z
    ._default(z.array(Channel).check(z.maxLength(6)), [])
    .register(docs, { description: 'Only these channels; empty for all' }),
  directions: z
    ._default(z.array(Direction).check(z.maxLength(2)), [])
    .register(docs, { description: 'Only these directions; empty for all' }),
  statuses: z
    ._default(z.array(Status).check(z.maxLength(2)), ['completed'])
    .register(docs, { description: 'Only conversations that ended so' }),
  min_turns: z
    ._default(z.int().check(z.minimum(0), z.maximum(10_000)), 2)
    .register(docs, { description: 'The smallest number of turns' }),
  min_duration_ms: z
    ._default(z.int().check(z.minimum(0), z.maximum(86_400_000)), 10_000)
    .register(docs, { description: 'The shortest duration in milliseconds' }),
  end_reasons: z._default(z.array(text(100)).check(z.maxLength(20)), []).register(docs, {
    description:
      'Only conversations that ended for these reasons. Empty: for any, except web calls that nobody joined (`not_joined`)',
  }),
  sample: z
    ._default(z.number().check(z.minimum(0), z.maximum(1)), 1)
    .register(docs, { description: 'The share of conversations, chosen by their ids: always the same ones' }),
};

const When = strictObject(
  'AnalysisConditions',
  'The conditions that a conversation must meet to be analyzed',
  whenFields,
);

const WriteMode = enumeration(
  'AnalysisWriteMode',
  ['fill', 'replace', 'none'],
  'Whether the analysis sets a field of the conversation: `fill` if there is no value, `replace` also in place of a provider’s, `none` never. What a key of the API or a review has set stays in any case',
);
export type WriteMode = z.output<typeof WriteMode>;

const writeFields = {
  outcome: z._default(WriteMode, 'fill'),
  sentiment: z._default(WriteMode, 'fill'),
  summary: z._default(WriteMode, 'fill'),
  data: z._default(WriteMode, 'fill'),
  quality: z._default(WriteMode, 'fill'),
};

const Written = strictObject(
  'AnalysisWrites',
  'The fields of a conversation that the analysis sets. An analyzer that is not shared sets none',
  writeFields,
);

const AnalysisModel = strictObject('AnalysisModel', 'The language model that judges', {
  id: described(text(200), 'The model’s id, one of those that the operator allows'),
});

const reviewFields = {
  sample: z._default(z.number().check(z.minimum(0), z.maximum(1)), 0).register(docs, {
    description: 'The share of analyses that people review without seeing the verdicts first',
  }),
  on: z
    ._default(
      z
        .array(
          enumeration('ReviewTrigger', ['failed', 'unknown', 'unscored'], 'A verdict that asks for a review'),
        )
        .check(z.maxLength(3)),
      [],
    )
    .register(docs, { description: 'The verdicts that ask for a review' }),
};

const ReviewRule = strictObject('AnalysisReviews', 'The analyses that people review', reviewFields);

const unique = z.refine<readonly { readonly name: string }[]>(
  (named) => new Set(named.map(({ name }) => name)).size === named.length,
  'must have different names',
);

const writable = {
  name: described(label(200), 'The analyzer’s name, for people'),
  description: described(orNull(text(1000)), 'The purpose of the analyzer'),
  enabled: z
    ._default(z.boolean(), true)
    .register(docs, { description: 'Whether conversations are analyzed' }),
  mandatory: z._default(z.boolean(), false).register(docs, {
    description: 'Whether organizations below cannot switch it off (`settings.analyzers_excluded`)',
  }),
  shared: z._default(z.boolean(), true).register(docs, {
    description:
      'Whether organizations below see its instructions and results. If not, it has no labels and sets no field of a conversation',
  }),
  criteria: z
    ._default(z.array(Criterion).check(z.maxLength(30), unique), [])
    .register(docs, { description: 'The criteria that conversations are judged by' }),
  fields: z
    ._default(z.array(Field).check(z.maxLength(30), unique), [])
    .register(docs, { description: 'The values to extract' }),
  outcome: described(orNull(OutcomeRule), 'The outcomes to choose from. If null, none is chosen'),
  sentiment: z._default(z.boolean(), false).register(docs, {
    description: 'Whether a model determines the caller’s sentiment',
  }),
  summary: described(orNull(SummaryRule), 'The summary to write. If null, none is written'),
  success: described(
    orNull(SuccessRule),
    'The rule by which a conversation is successful; if null, success is not decided',
  ),
  when: z._default(When, {
    agent_ids: [],
    channels: [],
    directions: [],
    statuses: ['completed'],
    min_turns: 2,
    min_duration_ms: 10_000,
    end_reasons: [],
    sample: 1,
  }),
  write: z._default(Written, {
    outcome: 'fill',
    sentiment: 'fill',
    summary: 'fill',
    data: 'fill',
    quality: 'fill',
  }),
  model: described(
    orNull(AnalysisModel),
    'The model that judges. If null, the first one that the operator allows',
  ),
  language: described(
    orNull(LanguageTag),
    'The language of rationales and summaries. If null, that of the call',
  ),
  tokens_per_month: described(
    orNull(z.int().check(z.minimum(1), z.maximum(1_000_000_000_000))),
    'The most tokens of models in a calendar month of UTC. If null, only the limit of its organization applies',
  ),
  review: described(orNull(ReviewRule), 'The analyses that people are asked to review; null for none'),
  metadata: z._default(Metadata, {}),
};

export const Analyzer = object(
  'Analyzer',
  'Judges the conversations of an organization: by criteria, values to extract, and a rule of success',
  {
    ...entity('anl'),
    client_id: z.nullable(id('client')).register(docs, {
      description:
        'The organization that owns the analyzer, whose conversations and those of its descendants it analyzes; null for an analyzer of the platform',
    }),
    ...writable,
  },
);
export type Analyzer = z.output<typeof Analyzer>;

export const AnalyzerItem = z
  .pick(Analyzer, {
    id: true,
    created_at: true,
    updated_at: true,
    version: true,
    client_id: true,
    name: true,
    description: true,
    enabled: true,
    mandatory: true,
    shared: true,
  })
  .register(docs, { id: 'AnalyzerItem', description: 'An analyzer as it appears in a list' });
export type AnalyzerItem = z.output<typeof AnalyzerItem>;

type CheckedRules = {
  readonly criteria: readonly Criterion[];
  readonly fields: readonly AnalysisField[];
  readonly success: z.output<typeof SuccessRule> | null;
};

const needs: Readonly<Record<Criterion['kind'], readonly (keyof Criterion)[]>> = {
  judge: ['instruction'],
  score: ['instruction', 'min', 'max'],
  contains: ['texts'],
  pattern: ['pattern'],
  tool_called: ['tool'],
  metric: ['metric', 'op', 'value'],
  duration: ['op', 'value'],
  turns: ['op', 'value'],
  ended_by: ['end_reasons'],
};

const isAbsent = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

/** Checks the rules that concern several fields: each kind of criterion and type of field has its own. */
const whole = ({ value, issues }: z.core.ParsePayload<CheckedRules>): void => {
  const { criteria, fields, success } = value;
  const fault = (path: (string | number)[], message: string) => {
    issues.push({ code: 'custom', input: value, path, message });
  };
  criteria.forEach((criterion, at) => {
    for (const name of needs[criterion.kind]) {
      if (isAbsent(criterion[name])) fault(['criteria', at, name], `is required with ${criterion.kind}`);
    }
    const { kind, min, max } = criterion;
    if (kind === 'score' && min !== null && max !== null && min >= max) {
      fault(['criteria', at, 'max'], 'must be greater than min');
    }
  });
  fields.forEach(({ type, values }, at) => {
    if (type === 'enum' && values.length === 0) fault(['fields', at, 'values'], 'is required with enum');
  });
  if (success?.rule === 'score' && success.threshold === null) {
    fault(['success', 'threshold'], 'is required with score');
  }
};

const maxBytes = atMost(100_000);

export const AnalyzerInput = z
  .strictObject({
    ...writable,
    client_id: z.optional(z.nullable(id('client'))).register(docs, {
      description:
        'The organization that owns the analyzer. Default: the key’s organization, or the platform',
    }),
  })
  .check(whole, maxBytes)
  .register(docs, { id: 'AnalyzerInput', description: 'A new analyzer' });
export type AnalyzerInput = z.output<typeof AnalyzerInput>;

export const AnalyzerReplacement = z
  .strictObject({
    ...sentBack(Analyzer),
    ...writable,
    client_id: sameOwner,
  })
  .check(whole, maxBytes)
  .register(docs, { id: 'AnalyzerReplacement', description: 'The new content of an analyzer' });
export type AnalyzerReplacement = z.output<typeof AnalyzerReplacement>;

const part = (name: string, description: string, fields: Readonly<Record<string, z.ZodMiniType>>) =>
  z.optional(z.nullable(strictObject(name, description, patchOf(fields))));

export const AnalyzerPatch = strictObject(
  'AnalyzerPatch',
  'A merge patch (RFC 7396) for an analyzer. Lists are replaced as a whole',
  {
    ...patchOf(writable),
    when: described(
      part('AnalysisConditionsPatch', 'The conditions to change', whenFields),
      'Conditions to change',
    ),
    write: described(part('AnalysisWritesPatch', 'The modes to change', writeFields), 'Modes to change'),
    review: described(
      part('AnalysisReviewsPatch', 'The rules to change', reviewFields),
      'Rules of reviews to change',
    ),
  },
);

/** Whether a language model is asked for any part of an analyzer. */
export const asksModel = ({
  criteria,
  fields,
  outcome,
  sentiment,
  summary,
}: Pick<Analyzer, 'criteria' | 'fields' | 'outcome' | 'sentiment' | 'summary'>): boolean =>
  sentiment ||
  outcome !== null ||
  summary !== null ||
  criteria.some(({ kind }) => modelKinds.includes(kind)) ||
  fields.some(({ pattern }) => pattern === null);

/** Whether a model is asked for the verdict on a criterion. */
export const isJudged = ({ kind }: Pick<Criterion, 'kind'>): boolean => modelKinds.includes(kind);

export const analyzerParams = { analyzer_id: id('anl', 'The analyzer’s id') };
export const list = route('GET /v1/analyzers', {
  summary: 'List analyzers, newest first',
  description:
    'Lists the analyzers of an organization and its descendants, or with `inherited=true` those that apply to the organization itself: its own, and the shared ones of the organizations above and of the platform.',
  scope: 'analysis:read',
  query: z.strictObject({
    ...listQuery,
    client_id: ofOrganization('analyzers'),
    inherited: z.optional(Flag).register(docs, {
      description: 'Only analyzers that apply to the organization: its own and those from above',
    }),
  }),
  ...pagesOf('AnalyzerList', AnalyzerItem),
  errors: ['client_not_found'],
});

export const create = route('POST /v1/analyzers', {
  summary: 'Create an analyzer',
  description:
    'From now on, conversations of the organization and its descendants are analyzed after they end, if `settings.analysis.enabled` is true for the organization. An organization may have ten analyzers.',
  scope: 'analysis:write',
  body: AnalyzerInput,
  audit: 'analyzer.created',
  ...created('/v1/analyzers/{id}', Analyzer),
  errors: ['client_not_found', 'client_suspended', 'quota_exceeded'],
});

export const get = route('GET /v1/analyzers/{analyzer_id}', {
  summary: 'Get an analyzer',
  description:
    'An analyzer is visible to the organization that owns it, to those above, and, if it is shared, to those below.',
  scope: 'analysis:read',
  ...entityOf(Analyzer),
});

export const replace = route('PUT /v1/analyzers/{analyzer_id}', {
  summary: 'Replace an analyzer',
  description: 'Creates a version. Earlier analyses keep the version by which they were made.',
  scope: 'analysis:write',
  body: AnalyzerReplacement,
  audit: 'analyzer.updated',
  ...entityOf(Analyzer),
});

export const update = route('PATCH /v1/analyzers/{analyzer_id}', {
  summary: 'Update an analyzer',
  description:
    'Changes the fields that are sent: null resets one to its default, objects are merged, and lists are replaced as a whole. The change creates a version; a patch that changes nothing creates none.',
  scope: 'analysis:write',
  body: AnalyzerPatch,
  audit: 'analyzer.updated',
  ...entityOf(Analyzer),
});

export const remove = route('DELETE /v1/analyzers/{analyzer_id}', {
  summary: 'Remove an analyzer and keep its analyses',
  description: 'No further conversation is analyzed. Analyses stay with their conversations.',
  scope: 'analysis:write',
  audit: 'analyzer.removed',
  etag: Analyzer,
});
