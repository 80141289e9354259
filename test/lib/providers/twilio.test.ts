import twilio from 'twilio';
import { expect, test } from 'vitest';
import { isSigned, signatureOf } from '#lib/providers/twilio/signature.ts';
import {
  apologyTwiml,
  dialTwiml,
  hangUpTwiml,
  rejectTwiml,
  relayTwiml,
} from '#lib/providers/twilio/twiml.ts';

/** The example of Twilio's own libraries. */
const token = '12345';
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const fields = new URLSearchParams({
  Digits: '1234',
  CallSid: 'CA1234567890ABCDE',
  To: '+18005551212',
  Caller: '+14158675309',
  From: '+14158675309',
});
const signature = 'RSOYDt4T1cUTdK1PDd93/VVr8B8=';
const keys = { tokens: [token], shared: [] };

test('the signature is that of Twilio’s libraries', () => {
  expect(signatureOf(token, url, fields)).toBe(signature);
});

test('a request that the account has signed is accepted, with the former token as well', () => {
  expect(isSigned(keys, { url, fields, signature })).toBe(true);
  expect(isSigned({ tokens: ['new', token], shared: [] }, { url, fields, signature })).toBe(true);
  const withPort = url.replace('.com/', '.com:443/');
  expect(isSigned(keys, { url, fields, signature: signatureOf(token, withPort, fields) })).toBe(true);
});

test('any other request is refused', () => {
  const refused = (change: Partial<Parameters<typeof isSigned>[1]>, tokens = [token]) =>
    expect(isSigned({ tokens, shared: [token] }, { url, fields, signature, ...change })).toBe(false);
  refused({ signature: undefined });
  refused({ signature: '' });
  refused({ signature: signature.toLowerCase() });
  refused({ url: url.replace('foo=1', 'foo=2') });
  refused({ url: url.replace('https', 'http') });
  refused({ url: 'no address' });
  refused({ fields: new URLSearchParams([...fields, ['Digits', '5']]) });
  refused({}, ['another account']);
  refused({}, []);
});

test('the handshake of a socket is signed with its own scheme', () => {
  const socket = 'wss://voice.example.com/relay';
  const handshake = { url: socket, signature: signatureOf(token, socket) };
  expect(isSigned(keys, handshake)).toBe(true);
  expect(isSigned(keys, { ...handshake, url: socket.replace('wss', 'https') })).toBe(false);
  expect(isSigned(keys, { ...handshake, url: `${socket}?call=1` })).toBe(false);
});

test('a repeated field counts once for each value, in any order', () => {
  const one = new URLSearchParams('B=2&A=1&A=0&A=1');
  const other = new URLSearchParams('A=0&A=1&B=2');
  expect(signatureOf(token, url, one)).toBe(signatureOf(token, url, other));
});

test('a call is connected with the relay so that the agent learns of everything', () => {
  const twiml = relayTwiml({
    socket_url: 'wss://voice.example.com/relay',
    action_url: 'https://api.example.com/v1/ended?a=1&b=2',
    language: 'de-DE',
    voice: { provider: 'Google', id: 'de-DE-Chirp3-HD-Aoede' },
    languages: [
      { code: 'de-DE', voice: { provider: 'Google', id: 'de-DE-Chirp3-HD-Aoede' } },
      { code: 'ar-SA', voice: { provider: 'Google', id: 'ar-XA-Wavenet-A' } },
      { code: 'fr-FR', voice: null },
      { code: 'fr-FR', voice: null },
    ],
    parameters: { conversation: 'conv_1', note: '"<&>"\u0000' },
  });
  expect(twiml).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><Response><Connect action="https://api.example.com/v1/ended?a=1&amp;b=2">' +
      '<ConversationRelay url="wss://voice.example.com/relay" language="de-DE" ttsProvider="Google"' +
      ' voice="de-DE-Chirp3-HD-Aoede" interruptible="any" reportInputDuringAgentSpeech="any"' +
      ' ignoreBackchannel="true" dtmfDetection="true" applicationReconnect="true" events="speaker-events">' +
      '<Language code="de-DE" ttsProvider="Google" voice="de-DE-Chirp3-HD-Aoede"/>' +
      '<Language code="ar-SA"/><Language code="fr-FR"/>' +
      '<Parameter name="conversation" value="conv_1"/>' +
      '<Parameter name="note" value="&quot;&lt;&amp;&gt;&quot;"/>' +
      '</ConversationRelay></Connect></Response>',
  );
});

test('words and numbers cannot add elements', () => {
  const dialed = dialTwiml({ to: '+44</Dial><Say>x', caller: '"', action_url: 'https://a.example/?a&b' });
  expect(dialed).toContain(
    '<Dial action="https://a.example/?a&amp;b" callerId="&quot;" timeout="30">+44&lt;/Dial&gt;&lt;Say&gt;x</Dial>',
  );
  expect(apologyTwiml('<Play/>', 'en-US')).toContain('<Say language="en-US">&lt;Play/&gt;</Say><Hangup/>');
  expect(hangUpTwiml()).toContain('<Response><Hangup/></Response>');
  expect(rejectTwiml('busy')).toContain('<Reject reason="busy"/>');
});

test('Twilio’s own library accepts what is signed here, and signs what is accepted here', () => {
  const address = 'https://api.example.com/v1/integrations/intg_1/voice?conversation_id=conv_1';
  const params = { CallSid: 'CA1', From: '+441632960123', Caller: 'Ünïcode & =', To: '' };
  const sent = new URLSearchParams(params);
  expect(twilio.validateRequest(token, signatureOf(token, address, sent), address, params)).toBe(true);
  const theirs = twilio.getExpectedTwilioSignature(token, address, params);
  expect(isSigned(keys, { url: address, fields: sent, signature: theirs })).toBe(true);
});

test('Twilio’s own library signs with a shared key what is accepted here, and accepts what is signed here', () => {
  const address = 'https://api.example.com/v1/integrations/intg_1/voice';
  const params = { CallSid: 'CA1', From: '+441632960123', Caller: 'Ünïcode & =' };
  const sent = new URLSearchParams(params);
  for (const [algorithm, hash] of [
    ['HMAC_SHA256', 'sha256'],
    ['HMAC_SHA1', 'sha1'],
  ] as const) {
    const settings = `key=webhooks_sharedkey_1,algorithm=${algorithm}`;
    expect(twilio.getSignatureAlgorithm(settings)).toBe(algorithm);
    const ours = signatureOf('shared', address, sent, hash);
    expect(twilio.validateRequest('shared', ours, address, params, algorithm)).toBe(true);
    const theirs = twilio.getExpectedTwilioSignature('shared', address, params, algorithm);
    const request = { url: address, fields: sent, signature: theirs, settings };
    expect(isSigned({ tokens: ['token'], shared: ['former', 'shared'] }, request)).toBe(true);
    expect(isSigned({ tokens: ['shared'], shared: [] }, request)).toBe(false);
  }
});

test('Twilio’s own library writes the same instructions', () => {
  const theirs = new twilio.twiml.VoiceResponse();
  const action_url = 'https://api.example.com/ended';
  theirs.dial({ action: action_url, callerId: '+441632960999', timeout: 30 }, '+441632960456');
  expect(dialTwiml({ to: '+441632960456', caller: '+441632960999', action_url })).toBe(theirs.toString());
  const apology = new twilio.twiml.VoiceResponse();
  apology.say({ language: 'de-DE' }, 'Niemand ist da.');
  apology.hangup();
  expect(apologyTwiml('Niemand ist da.', 'de-DE')).toBe(apology.toString());
  const hangUp = new twilio.twiml.VoiceResponse();
  hangUp.hangup();
  expect(hangUpTwiml()).toBe(hangUp.toString());
  const reject = new twilio.twiml.VoiceResponse();
  reject.reject({ reason: 'busy' });
  expect(rejectTwiml('busy')).toBe(reject.toString());
  const connected = new twilio.twiml.VoiceResponse();
  const theirRelay = connected.connect({ action: action_url }).conversationRelay({
    url: 'wss://voice.example.com/relay',
    language: 'de-DE',
    ttsProvider: 'Google',
    voice: 'de-DE-Chirp3-HD-Aoede',
    interruptible: 'any',
    reportInputDuringAgentSpeech: 'any',
    ignoreBackchannel: 'true',
    dtmfDetection: true,
    applicationReconnect: true,
    events: 'speaker-events',
  } as never);
  theirRelay.language({ code: 'fr-FR', ttsProvider: 'Amazon', voice: 'Lea-Neural' });
  theirRelay.parameter({ name: 'call', value: 'a&b' });
  const ours = relayTwiml({
    socket_url: 'wss://voice.example.com/relay',
    action_url,
    language: 'de-DE',
    voice: { provider: 'Google', id: 'de-DE-Chirp3-HD-Aoede' },
    languages: [{ code: 'fr-FR', voice: { provider: 'Amazon', id: 'Lea-Neural' } }],
    parameters: { call: 'a&b' },
  });
  expect(ours).toBe(connected.toString());
});
