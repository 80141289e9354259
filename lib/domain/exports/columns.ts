import type { Agent } from '#lib/contract/agents.ts';
import type { Analysis } from '#lib/contract/analyses.ts';
import type { AuditRecord } from '#lib/contract/audit-records.ts';
import type { Client } from '#lib/contract/clients.ts';
import type { Conversation } from '#lib/contract/conversations.ts';
import type { Document } from '#lib/contract/documents.ts';
import type { ExportResource } from '#lib/contract/exports.ts';
import type { Note } from '#lib/contract/notes.ts';
import type { Turn } from '#lib/contract/transcripts.ts';
import type { OcsfEvent } from '../audit/ocsf.ts';
import type { Dimension, UsageRow } from '../usage/report.ts';

export type TurnRow = { readonly conversation_id: string; readonly client_id: string } & Turn;

export type AnalysisRow = { readonly client_id: string } & Analysis;

export type NoteRow = { readonly client_id: string } & Note;

/** The figures of a day: of everything where `dimension` is null, else of one group. */
export type DayRow = Omit<UsageRow, 'start'> & {
  readonly date: string;
  readonly dimension: Dimension | null;
};

/** The type of a row for each resource, as in NDJSON. */
export interface ExportRows {
  readonly conversations: Conversation;
  readonly turns: TurnRow;
  readonly notes: NoteRow;
  readonly analyses: AnalysisRow;
  readonly agents: Agent;
  readonly documents: Document;
  readonly clients: Client;
  readonly usage: DayRow;
  readonly audit_records: AuditRecord;
  readonly ocsf_events: OcsfEvent;
}

interface Values {
  readonly text: string;
  readonly integer: number;
  readonly double: number;
  readonly boolean: boolean;
  /** RFC 3339 in UTC. */
  readonly timestamp: string;
  /** With up to nine decimal places. */
  readonly decimal: string;
  /** Written as JSON text. */
  readonly json: unknown;
}

export type ColumnType = keyof Values;

/** A column of CSV and Parquet, with the function that reads its value from a row. */
export type Column<Row> = {
  readonly [T in ColumnType]: {
    readonly name: string;
    readonly type: T;
    readonly of: (row: Row) => Values[T] | null;
  };
}[ColumnType];

type Fields<Row, Value> = {
  readonly [N in keyof Row]: Row[N] extends Value | null ? N : never;
}[keyof Row] &
  string;

/** Columns with the names and values of the row's fields. */
const text = <Row>(...names: Fields<Row, string>[]): Column<Row>[] =>
  names.map((name) => ({ name, type: 'text', of: (row) => row[name] as string | null }));
const timestamp = <Row>(...names: Fields<Row, string>[]): Column<Row>[] =>
  names.map((name) => ({ name, type: 'timestamp', of: (row) => row[name] as string | null }));
const integer = <Row>(...names: Fields<Row, number>[]): Column<Row>[] =>
  names.map((name) => ({ name, type: 'integer', of: (row) => row[name] as number | null }));
const json = <Row>(...names: (keyof Row & string)[]): Column<Row>[] =>
  names.map((name) => ({ name, type: 'json', of: (row) => row[name] }));

const entityColumns = <
  Row extends { readonly created_at: string; readonly updated_at: string; readonly version: number },
>(): Column<Row>[] => [
  { name: 'created_at', type: 'timestamp', of: (row) => row.created_at },
  { name: 'updated_at', type: 'timestamp', of: (row) => row.updated_at },
  { name: 'version', type: 'integer', of: (row) => row.version },
];

const conversations: readonly Column<Conversation>[] = [
  ...text<Conversation>('id', 'client_id', 'agent_id'),
  ...integer<Conversation>('agent_version'),
  ...text<Conversation>('channel', 'direction', 'status'),
  ...timestamp<Conversation>('start_time', 'end_time'),
  ...integer<Conversation>('duration_ms'),
  ...text<Conversation>('end_reason', 'outcome', 'sentiment', 'summary'),
  { name: 'caller_id', type: 'text', of: ({ caller }) => caller?.id ?? null },
  { name: 'caller_number', type: 'text', of: ({ caller }) => caller?.number ?? null },
  { name: 'caller_name', type: 'text', of: ({ caller }) => caller?.name ?? null },
  { name: 'provider', type: 'text', of: ({ provider }) => provider?.name ?? null },
  {
    name: 'provider_conversation_id',
    type: 'text',
    of: ({ provider }) => provider?.conversation_id ?? null,
  },
  { name: 'provider_agent_id', type: 'text', of: ({ provider }) => provider?.agent_id ?? null },
  { name: 'provider_metadata', type: 'json', of: ({ provider }) => provider?.metadata ?? null },
  { name: 'cost_amount', type: 'decimal', of: ({ cost }) => cost?.amount ?? null },
  { name: 'cost_currency', type: 'text', of: ({ cost }) => cost?.currency ?? null },
  { name: 'successful', type: 'boolean', of: ({ quality }) => quality?.successful ?? null },
  { name: 'score', type: 'double', of: ({ quality }) => quality?.score ?? null },
  { name: 'criteria', type: 'json', of: ({ quality }) => quality?.criteria ?? null },
  ...json<Conversation>('metrics', 'data', 'metadata'),
  { name: 'audio_status', type: 'text', of: ({ audio }) => audio.status },
  { name: 'audio_content_type', type: 'text', of: ({ audio }) => audio.content_type },
  { name: 'audio_size_bytes', type: 'integer', of: ({ audio }) => audio.size_bytes },
  { name: 'audio_duration_ms', type: 'integer', of: ({ audio }) => audio.duration_ms },
  { name: 'audio_channels', type: 'integer', of: ({ audio }) => audio.channels },
  { name: 'transcript_status', type: 'text', of: ({ transcript }) => transcript.status },
  { name: 'transcript_turns', type: 'integer', of: ({ transcript }) => transcript.turns },
  ...entityColumns<Conversation>(),
  ...json<Conversation>('tags'),
  { name: 'reviewed_at', type: 'timestamp', of: ({ reviewed }) => reviewed?.at ?? null },
  { name: 'reviewed_by', type: 'text', of: ({ reviewed }) => reviewed?.by ?? null },
  ...json<Conversation>('sources', 'analysis'),
  ...text<Conversation>('external_id', 'handling'),
  ...json<Conversation>('handover'),
  { name: 'carrier_cost_amount', type: 'decimal', of: ({ carrier_cost }) => carrier_cost?.amount ?? null },
  { name: 'carrier_cost_currency', type: 'text', of: ({ carrier_cost }) => carrier_cost?.currency ?? null },
];

const turns: readonly Column<TurnRow>[] = [
  ...text<TurnRow>('conversation_id', 'client_id'),
  ...integer<TurnRow>('index'),
  ...text<TurnRow>('role', 'text'),
  ...integer<TurnRow>('start_ms', 'end_ms'),
  ...json<TurnRow>('tool_calls', 'metadata'),
  { name: 'author', type: 'text', of: ({ author }) => author ?? null },
  { name: 'unheard', type: 'text', of: ({ unheard }) => unheard?.text ?? null },
  { name: 'unheard_reported_by', type: 'text', of: ({ unheard }) => unheard?.reported_by ?? null },
];

const notes: readonly Column<NoteRow>[] = [
  ...text<NoteRow>('id', 'conversation_id', 'client_id'),
  ...timestamp<NoteRow>('created_at'),
  ...text<NoteRow>('author', 'text', 'created_by'),
];

const analyses: readonly Column<AnalysisRow>[] = [
  ...text<AnalysisRow>('client_id', 'conversation_id', 'analyzer_id', 'analyzer_name'),
  ...integer<AnalysisRow>('version'),
  ...text<AnalysisRow>('model', 'status', 'status_reason', 'condition'),
  ...timestamp<AnalysisRow>('analyzed_at'),
  ...integer<AnalysisRow>('turns_read'),
  ...json<AnalysisRow>('results', 'fields'),
  ...text<AnalysisRow>('outcome', 'sentiment', 'summary'),
  { name: 'successful', type: 'boolean', of: ({ successful }) => successful },
  { name: 'score', type: 'double', of: ({ score }) => score },
  { name: 'input_tokens', type: 'integer', of: ({ usage }) => usage?.input_tokens ?? null },
  { name: 'output_tokens', type: 'integer', of: ({ usage }) => usage?.output_tokens ?? null },
  { name: 'cost_amount', type: 'decimal', of: ({ cost }) => cost?.amount ?? null },
  { name: 'cost_currency', type: 'text', of: ({ cost }) => cost?.currency ?? null },
  ...json<AnalysisRow>('review'),
];

const agents: readonly Column<Agent>[] = [
  ...text<Agent>('id', 'client_id', 'name', 'description', 'prompt', 'first_message', 'language', 'voice_id'),
  ...json<Agent>('voice', 'personality', 'model', 'tools', 'conversation_flow', 'provider'),
  ...json<Agent>('knowledge_base', 'metadata'),
  ...entityColumns<Agent>(),
  ...json<Agent>('handover'),
  ...text<Agent>('external_id', 'limit_message'),
  ...text<Agent>('disclosure', 'filler', 'failure_message', 'fallback_number'),
  ...integer<Agent>('live_version'),
];

const documents: readonly Column<Document>[] = [
  ...text<Document>('id', 'agent_id', 'name', 'text'),
  ...integer<Document>('bytes'),
  ...json<Document>('metadata'),
  ...entityColumns<Document>(),
  ...text<Document>('external_id'),
];

const clients: readonly Column<Client>[] = [
  ...text<Client>('id', 'parent_id', 'type', 'name', 'status'),
  ...json<Client>('settings', 'effective_settings', 'billing_info', 'metadata'),
  ...entityColumns<Client>(),
  ...text<Client>('external_id'),
  { name: 'test', type: 'boolean', of: ({ test }) => test },
];

const usage: readonly Column<DayRow>[] = [
  ...text<DayRow>('date', 'dimension', 'group'),
  ...integer<DayRow>('conversations', 'completed', 'failed', 'successful'),
  { name: 'duration_ms_sum', type: 'integer', of: ({ duration_ms }) => duration_ms.sum },
  { name: 'duration_ms_p50', type: 'integer', of: ({ duration_ms }) => duration_ms.p50 },
  { name: 'duration_ms_p95', type: 'integer', of: ({ duration_ms }) => duration_ms.p95 },
  { name: 'latency_ms_p50', type: 'integer', of: ({ latency_ms }) => latency_ms.p50 },
  { name: 'latency_ms_p95', type: 'integer', of: ({ latency_ms }) => latency_ms.p95 },
  ...json<DayRow>('costs'),
  ...integer<DayRow>('messages'),
  { name: 'input_tokens', type: 'integer', of: ({ tokens }) => tokens.input },
  { name: 'output_tokens', type: 'integer', of: ({ tokens }) => tokens.output },
  ...integer<DayRow>('judged'),
  { name: 'analysis_input_tokens', type: 'integer', of: ({ analysis }) => analysis.tokens.input },
  { name: 'analysis_output_tokens', type: 'integer', of: ({ analysis }) => analysis.tokens.output },
  { name: 'analysis_costs', type: 'json', of: ({ analysis }) => analysis.costs },
  ...integer<DayRow>('spoken_characters', 'listened_seconds'),
];

const audit_records: readonly Column<AuditRecord>[] = [
  ...text<AuditRecord>('id'),
  ...timestamp<AuditRecord>('time'),
  ...text<AuditRecord>('action'),
  { name: 'actor_type', type: 'text', of: ({ actor }) => actor.type },
  { name: 'actor_id', type: 'text', of: ({ actor }) => actor.id },
  ...text<AuditRecord>('client_id'),
  { name: 'target_type', type: 'text', of: ({ target }) => target.type },
  { name: 'target_id', type: 'text', of: ({ target }) => target.id },
  ...json<AuditRecord>('changed'),
  ...integer<AuditRecord>('count'),
  ...text<AuditRecord>('request_id', 'ip', 'user_agent'),
  ...json<AuditRecord>('parameters'),
  { name: 'actor_via', type: 'text', of: ({ actor }) => actor.via },
  { name: 'version', type: 'integer', of: ({ version }) => version ?? null },
];

const ocsf_events: readonly Column<OcsfEvent>[] = [
  ...integer<OcsfEvent>('time', 'category_uid', 'class_uid', 'activity_id', 'type_uid'),
  ...integer<OcsfEvent>('severity_id', 'status_id', 'count'),
  ...json<OcsfEvent>('metadata', 'actor', 'api', 'src_endpoint', 'http_request'),
  ...json<OcsfEvent>('entity', 'user', 'privileges', 'resources', 'unmapped'),
];

/** The columns of each resource, in the order of the files. New columns are added at the end. */
export const columns: {
  readonly [R in ExportResource]: readonly Column<ExportRows[R]>[];
} = { conversations, turns, notes, analyses, agents, documents, clients, usage, audit_records, ocsf_events };
