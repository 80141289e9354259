import type { Account, Json, ProviderServer, Reply } from './server.ts';
import { addTo, changeIn, collectionOf, json, removeFrom } from './server.ts';

const account = '/2010-04-01/Accounts/{}';

const fieldsOf = (text: string): Json => Object.fromEntries(new URLSearchParams(text));

const missing = json({ code: 20_404, message: 'The requested resource was not found', status: 404 }, 404);

const refused = (message: string): Reply => json({ code: 21_400, message, status: 400 }, 400);

/** The fields of a number that can be changed, by the names of the form, and what they are at first. */
const numberFields: Readonly<Record<string, readonly [name: string, first: string | null]>> = {
  VoiceUrl: ['voice_url', ''],
  VoiceMethod: ['voice_method', 'POST'],
  StatusCallback: ['status_callback', ''],
  StatusCallbackMethod: ['status_callback_method', 'POST'],
  VoiceApplicationSid: ['voice_application_sid', null],
  TrunkSid: ['trunk_sid', null],
};

const numberOf = (stored: Json): Json => ({
  friendly_name: stored.phone_number,
  capabilities: { voice: true, sms: true, mms: false, fax: false },
  ...Object.fromEntries(Object.values(numberFields)),
  ...stored,
});

const isUrl = (value: string): boolean => value === '' || /^https?:\/\/./.test(value);

/** The part of a form about a number that Twilio would not understand. */
const faultOf = (fields: Json): string | undefined =>
  Object.entries(fields).flatMap(([name, value]) => {
    const text = String(value);
    if (!(name in numberFields)) return [`${name} is not a parameter`];
    if (/Url$|Callback$/.test(name) && !isUrl(text)) return [`${name} is not a valid URL`];
    if (name.endsWith('Method') && !['GET', 'POST'].includes(text)) return [`${name} is not a method`];
    return [];
  })[0];

const isNumber = (value: unknown): boolean => /^\+[1-9]\d{1,14}$/.test(String(value));

const callEvents = ['initiated', 'ringing', 'answered', 'completed'];

/** The fields of a new call that Twilio knows, of those that are asked for, and what each may be. */
const callFields: Readonly<Record<string, (value: string) => boolean>> = {
  To: isNumber,
  From: isNumber,
  Url: (value) => value !== '' && isUrl(value),
  StatusCallback: isUrl,
  StatusCallbackEvent: (value) => callEvents.includes(value),
};

/** The part of a form for a call that Twilio would refuse. */
const callFault = (account: Account, form: URLSearchParams): string | undefined => {
  const wrong = [...form].find(([name, value]) => !callFields[name]?.(value));
  if (wrong) return `${wrong[0]} is not a parameter, or not valid`;
  const missed = ['To', 'From', 'Url'].find((name) => form.getAll(name).length !== 1);
  if (missed) return `${missed} is required, once`;
  const own = Object.values(collectionOf(account, 'numbers')).map(({ phone_number }) => phone_number);
  return own.includes(form.get('From')) ? undefined : 'From is not a verified number of the account';
};

/** A recording begins only while its call goes on, with these fields. */
const recordingFields = ['RecordingChannels', 'RecordingStatusCallback', 'RecordingStatusCallbackEvent'];

/** The part of Twilio's REST API that calls need (twilio.com/docs/usage/api). Its bodies are forms. */
export const twilioServer: ProviderServer = {
  provider: 'twilio',
  keyOf: ({ authorization = '' }) => {
    const [, encoded = ''] = /^Basic (.+)$/.exec(authorization) ?? [];
    return Buffer.from(encoded, 'base64').toString().split(':')[1];
  },
  errorOf: (status, message) => ({ status, message, code: 20_003 }),
  routes: {
    [`GET ${account}.json`]: ({ params: [sid = ''] }) => json({ sid, status: 'active' }),
    [`GET ${account}/IncomingPhoneNumbers.json`]: ({ account: of, query }) => {
      // The filter also finds a part of a number.
      const wanted = query.get('PhoneNumber') ?? '';
      const found = Object.values(collectionOf(of, 'numbers')).filter(({ phone_number }) =>
        String(phone_number).includes(wanted),
      );
      const size = Number(query.get('PageSize') ?? 50);
      return json({ incoming_phone_numbers: found.slice(0, size).map(numberOf), page_size: size });
    },
    [`POST ${account}/IncomingPhoneNumbers/{}.json`]: ({ account: of, params: [, sid = ''], text }) => {
      const fields = fieldsOf(text);
      const fault = faultOf(fields);
      if (fault !== undefined) return refused(fault);
      const change = Object.entries(fields).map(([name, value]) => {
        const [field = name, first = null] = numberFields[name] ?? [];
        return [field, value === '' ? first : value];
      });
      const changed = changeIn(of, 'numbers', sid, Object.fromEntries(change) as Json);
      return changed ? json(numberOf(changed)) : missing;
    },
    [`POST ${account}/Calls.json`]: ({ account: of, text }) => {
      const form = new URLSearchParams(text);
      const fault = callFault(of, form);
      if (fault !== undefined) return refused(fault);
      const StatusCallbackEvent = form.getAll('StatusCallbackEvent');
      return json(addTo(of, 'calls', 'CA', 'sid', { ...fieldsOf(text), StatusCallbackEvent }), 201);
    },
    [`GET ${account}/Calls.json`]: ({ account: of, query }) => {
      const parent = query.get('ParentCallSid');
      const found = Object.values(collectionOf(of, 'calls')).filter(
        (call) => call.parent_call_sid === parent,
      );
      return json({ calls: found });
    },
    [`GET ${account}/Calls/{}.json`]: ({ account: of, params: [, call = ''] }) => {
      const found = collectionOf(of, 'calls')[call];
      return found ? json(found) : missing;
    },
    [`GET ${account}/Calls/{}/Recordings.json`]: ({ account: of, params: [, call = ''] }) =>
      json({
        recordings: Object.values(collectionOf(of, 'recordings')).filter(({ call_sid }) => call_sid === call),
      }),
    [`POST ${account}/Calls/{}/Recordings.json`]: ({ account: of, params: [, call_sid = ''], text }) => {
      const asked = fieldsOf(text);
      const unknown = Object.keys(asked).find((name) => !recordingFields.includes(name));
      if (unknown !== undefined) return refused(`${unknown} is not a parameter`);
      const call = collectionOf(of, 'calls')[call_sid];
      if (!call) return missing;
      if (call.status !== 'in-progress') return refused('The call is not in progress');
      if (!isUrl(String(asked.RecordingStatusCallback))) return refused('RecordingStatusCallback is no URL');
      const recording = { call_sid, status: 'in-progress', source: 'StartCallRecordingAPI', asked };
      return json(addTo(of, 'recordings', 'RE', 'sid', recording), 201);
    },
    [`POST ${account}/Calls/{}/Recordings/{}.json`]: ({ account: of, params: [, , sid = ''], text }) => {
      if (fieldsOf(text).Status !== 'stopped') return refused('Status is not supported');
      const changed = changeIn(of, 'recordings', sid, { status: 'completed', was_stopped: true });
      return changed ? json(changed) : missing;
    },
    [`GET ${account}/Recordings/{}.mp3`]: ({ account: of, params: [, sid = ''] }) => {
      const { status, content = 'ID3' } = collectionOf(of, 'recordings')[sid] ?? {};
      return status === 'completed'
        ? { bytes: Buffer.concat([Buffer.from(String(content)), Buffer.alloc(4096)]), type: 'audio/mpeg' }
        : missing;
    },
    [`DELETE ${account}/Recordings/{}.json`]: ({ account: of, params: [, sid = ''] }) =>
      collectionOf(of, 'recordings')[sid]?.status === 'in-progress'
        ? refused('The recording is in progress')
        : removeFrom(of, 'recordings', sid)
          ? json({}, 204)
          : missing,
  },
};
