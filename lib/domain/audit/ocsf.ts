import type { AuditRecord } from '#lib/contract/audit-records.ts';

/*
 * Audit records in the Open Cybersecurity Schema Framework (https://schema.ocsf.io/1.6.0), which SIEMs read.
 * Accesses to words and audio are API activity (6003). Sessions are authentication (3002). Changes of access
 * are of the classes of identity and access management: account changes (3001) of API keys, user access
 * (3005) of members and invitations, and entity management (3004) of everything else.
 */

const activities = { create: 1, read: 2, update: 3, remove: 4 } as const;
type Activity = keyof typeof activities;

const apiActivity = 6003;
const accountChange = 3001;
const authentication = 3002;
const entityManagement = 3004;
const userAccess = 3005;

interface Entity {
  readonly uid: string;
  readonly type: string;
}

interface User {
  readonly uid: string;
  readonly type_id: 1 | 2 | 3;
  readonly credential_uid?: string;
}

export interface OcsfEvent {
  readonly time: number;
  readonly category_uid: 3 | 6;
  readonly class_uid: number;
  readonly activity_id: number;
  readonly type_uid: number;
  readonly severity_id: 1;
  readonly status_id: 1;
  readonly count: number;
  readonly metadata: {
    readonly version: '1.6.0';
    readonly uid: string;
    /** The version of the record’s own fields. */
    readonly log_version?: string;
    readonly product: { readonly name: string; readonly vendor_name: string };
  };
  readonly actor: { readonly user: User };
  readonly api: { readonly operation: string; readonly request?: { readonly uid: string } };
  readonly src_endpoint: { readonly ip: string } | { readonly name: 'unknown' };
  readonly http_request?: { readonly user_agent: string };
  readonly entity?: Entity;
  readonly user?: User;
  readonly privileges?: readonly string[];
  readonly resources?: readonly Entity[];
  readonly unmapped: Pick<AuditRecord, 'client_id' | 'changed' | 'parameters'>;
}

const activityOf: Readonly<Record<string, Activity>> = {
  created: 'create',
  accepted: 'create',
  started: 'create',
  placed: 'create',
  restored: 'update',
  pack_added: 'update',
  read: 'read',
  listed: 'read',
  opened: 'read',
  previewed: 'read',
  removed: 'remove',
  revoked: 'remove',
  erased: 'remove',
  ended: 'remove',
  canceled: 'remove',
  logged_out: 'remove',
  refused: 'remove',
};

/** A user, an administrator, or a system. */
const userOf = ({ type, id }: AuditRecord['actor']): User => {
  if (type === 'person') return { uid: id, type_id: 1 };
  return type === 'operator' ? { uid: id, type_id: 2 } : { uid: id, type_id: 3, credential_uid: id };
};

/**
 * The class of a record with the fields that the class requires, and the number of the activity within it.
 */
const classOf = (
  { target, changed, actor }: AuditRecord,
  activity: Activity,
): Pick<OcsfEvent, 'class_uid' | 'activity_id' | 'entity' | 'user' | 'privileges' | 'resources'> => {
  const { type, id: uid } = target;
  const activity_id = activities[activity];
  if (activity === 'read') return { class_uid: apiActivity, activity_id, resources: [{ uid, type }] };
  if (type === 'api_key') {
    // A rotation is a change of the password, and a revocation a deletion.
    const activity_id = { create: 1, update: 3, remove: 6 }[activity];
    return { class_uid: accountChange, activity_id, user: { uid, type_id: 3, credential_uid: uid } };
  }
  if (type === 'session') {
    // A logon, or a logoff.
    const activity_id = activity === 'create' ? 1 : 2;
    return { class_uid: authentication, activity_id, user: { uid: actor.id, type_id: 1 } };
  }
  if (type === 'member' || type === 'invitation') {
    // Privileges are assigned, or revoked.
    const activity_id = activity === 'remove' ? 2 : 1;
    return { class_uid: userAccess, activity_id, user: { uid, type_id: 1 }, privileges: changed };
  }
  return { class_uid: entityManagement, activity_id, entity: { uid, type } };
};

export const toOcsf = (record: AuditRecord): OcsfEvent => {
  const { id, version, time, action, actor, client_id, changed, parameters, count, ...request } = record;
  const { request_id, ip, user_agent } = request;
  const verb = action.slice(action.indexOf('.') + 1);
  const { class_uid, activity_id, ...required } = classOf(record, activityOf[verb] ?? 'update');
  return {
    time: Date.parse(time),
    category_uid: class_uid === apiActivity ? 6 : 3,
    class_uid,
    activity_id,
    type_uid: class_uid * 100 + activity_id,
    severity_id: 1,
    status_id: 1,
    count,
    metadata: {
      version: '1.6.0',
      uid: id,
      ...(version !== undefined && { log_version: String(version) }),
      product: { name: 'Voice agent platform', vendor_name: 'Self-hosted' },
    },
    actor: { user: userOf(actor) },
    api: { operation: action, ...(request_id !== null && { request: { uid: request_id } }) },
    src_endpoint: ip === null ? { name: 'unknown' } : { ip },
    ...(user_agent !== null && { http_request: { user_agent } }),
    ...required,
    unmapped: { client_id, changed, ...(parameters && { parameters }) },
  };
};
