import type { Money } from '#lib/contract/fields.ts';
import type {
  AccountProvider,
  CarrierName,
  ProviderName,
  RecognizerName,
} from '#lib/contract/integrations.ts';
import type { ProviderVoice } from '#lib/contract/voices.ts';
import type { NumberAccount } from '#lib/domain/integrations/account-numbers.ts';
import type { CallRecorder } from '#lib/domain/integrations/call-recorder.ts';
import type { Controller } from '#lib/domain/integrations/controller.ts';
import type { Deployer } from '#lib/domain/integrations/deployer.ts';
import type { Dialer } from '#lib/domain/integrations/dialer.ts';
import type { ImportSource } from '#lib/domain/integrations/import-source.ts';
import type { WebCaller } from '#lib/domain/integrations/web-caller.ts';
import type { Recognizer } from '#lib/domain/speech/recognizer.ts';
import type { Speaker } from '#lib/domain/speech/speech.ts';
import { checkKey as checkDeepgramKey, recognizer as deepgramRecognizer } from './deepgram/api.ts';
import { checkKey as checkElevenLabsKey } from './elevenlabs/api.ts';
import { deployer as elevenLabsDeployer } from './elevenlabs/deploy.ts';
import { dialer as elevenLabsDialer } from './elevenlabs/dial.ts';
import { importSource as elevenLabsImport } from './elevenlabs/import.ts';
import { recording as elevenLabsRecording } from './elevenlabs/recording.ts';
import { speaker as elevenLabsSpeaker } from './elevenlabs/speech.ts';
import { voices as elevenLabsVoices } from './elevenlabs/voices.ts';
import { webCaller as elevenLabsWebCaller } from './elevenlabs/web-call.ts';
import { webhook as elevenlabs } from './elevenlabs/webhook.ts';
import type { RecordingAccess } from './recording-access.ts';
import { checkKey as checkRetellKey } from './retell/api.ts';
import { controller as retellController } from './retell/control.ts';
import { deployer as retellDeployer } from './retell/deploy.ts';
import { dialer as retellDialer } from './retell/dial.ts';
import { importSource as retellImport } from './retell/import.ts';
import { recording as retellRecording } from './retell/recording.ts';
import { voices as retellVoices } from './retell/voices.ts';
import { webCaller as retellWebCaller } from './retell/web-call.ts';
import { webhook as retell } from './retell/webhook.ts';
import { checkKey as checkTelnyxKey } from './telnyx/api.ts';
import { dialer as telnyxDialer } from './telnyx/dial.ts';
import { isSigned as isSignedByTelnyx } from './telnyx/signature.ts';
import { checkKey as checkTwilioKey } from './twilio/api.ts';
import { dialer as twilioDialer } from './twilio/dial.ts';
import { languageOfVoice, localeOf } from './twilio/locale.ts';
import { numberAccount as twilioNumbers } from './twilio/numbers.ts';
import { callPrice as twilioPrice } from './twilio/price.ts';
import { callRecorder as twilioRecorder } from './twilio/recorder.ts';
import { isSigned as isSignedByTwilio } from './twilio/signature.ts';
import type { DialedCall, RelayCall } from './twilio/twiml.ts';
import { apologyTwiml, dialTwiml, hangUpTwiml, rejectTwiml, relayTexml, relayTwiml } from './twilio/twiml.ts';
import { checkKey as checkVapiKey } from './vapi/api.ts';
import { controller as vapiController } from './vapi/control.ts';
import { deployer as vapiDeployer } from './vapi/deploy.ts';
import { dialer as vapiDialer } from './vapi/dial.ts';
import { importSource as vapiImport } from './vapi/import.ts';
import { recording as vapiRecording } from './vapi/recording.ts';
import { webCaller as vapiWebCaller } from './vapi/web-call.ts';
import { webhook as vapi } from './vapi/webhook.ts';
import type { WebhookReader } from './webhook.ts';

/*
 * The providers, behind one interface. Nothing else imports a provider's folder. Each capability is a
 * separate table, so that a function that verifies signatures does not contain the code that calls the
 * providers' APIs.
 */

/** The reader of each provider's webhooks. */
export const webhooks: Readonly<Record<ProviderName, WebhookReader>> = { elevenlabs, vapi, retell };

/** Tries an API key. Throws a `ProviderError` if the provider refuses it or is unreachable. */
export const keyChecks: Readonly<Record<AccountProvider, (credential: string) => Promise<void>>> = {
  elevenlabs: checkElevenLabsKey,
  vapi: checkVapiKey,
  retell: checkRetellKey,
  twilio: checkTwilioKey,
  telnyx: checkTelnyxKey,
  deepgram: checkDeepgramKey,
};

/** Access to each provider's recordings. */
export const recordings: Readonly<Record<ProviderName, RecordingAccess>> = {
  elevenlabs: elevenLabsRecording,
  vapi: vapiRecording,
  retell: retellRecording,
};

/** The import source of each provider, for an API key. */
export const importSources: Readonly<Record<ProviderName, (apiKey: string) => ImportSource>> = {
  elevenlabs: elevenLabsImport,
  vapi: vapiImport,
  retell: retellImport,
};

/** The deployer of agents to each provider. */
export const deployers: Readonly<Record<ProviderName, (apiKey: string) => Deployer>> = {
  elevenlabs: elevenLabsDeployer,
  vapi: vapiDeployer,
  retell: retellDeployer,
};

/** The dialer of outbound calls of each provider; undefined: it has no calls. */
export const dialers: Readonly<Record<AccountProvider, ((credential: string) => Dialer) | undefined>> = {
  elevenlabs: elevenLabsDialer,
  vapi: vapiDialer,
  retell: retellDialer,
  twilio: twilioDialer,
  telnyx: telnyxDialer,
  deepgram: undefined,
};

/** The beginner of web calls of each provider, for an API key. */
export const webCallers: Readonly<Record<ProviderName, (apiKey: string) => WebCaller>> = {
  elevenlabs: elevenLabsWebCaller,
  vapi: vapiWebCaller,
  retell: retellWebCaller,
};

/** The controllers of calls under way; undefined where a provider has no API for it. */
export const controllers: Readonly<Record<AccountProvider, ((apiKey: string) => Controller) | undefined>> = {
  elevenlabs: undefined,
  vapi: vapiController,
  retell: retellController,
  twilio: undefined,
  telnyx: undefined,
  deepgram: undefined,
};

/** The voices of an account, by a part of their name; undefined where a provider has no list of them. */
export const voiceLists: Readonly<
  Record<ProviderName, ((apiKey: string, q?: string) => Promise<ProviderVoice[]>) | undefined>
> = { elevenlabs: elevenLabsVoices, vapi: undefined, retell: retellVoices };

/** The speaker of each provider's accounts; undefined if a provider has no API for speech. */
export const speakers: Readonly<Record<ProviderName, ((apiKey: string) => Speaker) | undefined>> = {
  elevenlabs: elevenLabsSpeaker,
  vapi: undefined,
  retell: undefined,
};

/** The recognizer of each account that hears in pages, for an API key. */
export const recognizers: Readonly<Record<RecognizerName, (apiKey: string) => Recognizer>> = {
  deepgram: deepgramRecognizer,
};

/** The numbers of each carrier's accounts; undefined: they are connected at the carrier. */
export const numberAccounts: Readonly<
  Record<CarrierName, ((credential: string) => NumberAccount) | undefined>
> = { twilio: twilioNumbers, telnyx: undefined };

export type { RelayCall };

/** The recordings of calls at each carrier; undefined: none are made there. */
export const callRecorders: Readonly<
  Record<CarrierName, ((credential: string) => CallRecorder) | undefined>
> = { twilio: twilioRecorder, telnyx: undefined };

/** The reader of what a call has cost at each carrier; undefined: the carrier has no API for it. */
export const callPrices: Readonly<
  Record<CarrierName, ((credential: string, callId: string) => Promise<Money | null>) | undefined>
> = { twilio: twilioPrice, telnyx: undefined };

/** The instructions that a carrier understands. */
interface CallDocuments {
  /** Connects a call with an agent. */
  readonly relay: (call: RelayCall) => string;
  readonly dial: (call: DialedCall) => string;
  /** Says a sentence, and hangs up. */
  readonly apologize: (text: string, language: string) => string;
  readonly hangUp: () => string;
  /** Does not take a call that somebody makes. */
  readonly reject: (reason: 'busy' | 'rejected') => string;
}

/** A form as a carrier has posted it. */
export interface PostedForm {
  /** The address as the carrier knows it. */
  readonly url: string;
  readonly bytes: Buffer;
  readonly fields: URLSearchParams;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The keys of an account at a carrier. */
interface CarrierKeys {
  /** The secrets that sign webhooks; without any, those of the API. */
  readonly secrets: readonly string[];
  /** The keys of the API. */
  readonly proof_keys: readonly string[];
}

/** The signature of a socket's handshake. */
interface SignedHandshake {
  readonly url: string;
  readonly signature: string;
  readonly settings: string | undefined;
}

interface Carrier {
  /** Whether a key of the account has signed a form. */
  readonly isSigned: (keys: CarrierKeys, form: PostedForm) => boolean;
  /** Whether one has signed the handshake of a socket; undefined: the carrier signs none. */
  readonly isSignedSocket: ((keys: CarrierKeys, handshake: SignedHandshake) => boolean) | undefined;
  /** The name of a language in its calls. */
  readonly languageOf: (tag: string) => string;
  readonly documents: CallDocuments;
}

const documents = {
  dial: dialTwiml,
  apologize: apologyTwiml,
  hangUp: hangUpTwiml,
  reject: rejectTwiml,
} as const;

const twilioKeys = ({ secrets, proof_keys }: CarrierKeys) => ({ tokens: proof_keys, shared: secrets });

/** The headers in which Twilio signs requests and handshakes. */
export const signatureHeaders = {
  signature: 'x-twilio-signature',
  settings: 'x-twilio-webhooks-signature-settings',
} as const;

/** The signatures and the instructions of each carrier. */
export const carriers: Readonly<Record<CarrierName, Carrier>> = {
  twilio: {
    isSigned: (keys, { url, fields, headers }) =>
      isSignedByTwilio(twilioKeys(keys), {
        url,
        fields,
        signature: headers[signatureHeaders.signature],
        settings: headers[signatureHeaders.settings],
      }),
    isSignedSocket: (keys, handshake) => isSignedByTwilio(twilioKeys(keys), handshake),
    languageOf: localeOf,
    documents: {
      ...documents,
      relay: (call) =>
        relayTwiml({
          ...call,
          voice_language: call.voice ? languageOfVoice(call.voice) : undefined,
        }),
    },
  },
  telnyx: {
    isSigned: ({ secrets }, { bytes, headers }) =>
      isSignedByTelnyx(secrets, {
        bytes,
        signature: headers['telnyx-signature-ed25519'],
        timestamp: headers['telnyx-timestamp'],
      }),
    isSignedSocket: undefined,
    languageOf: (tag) => tag,
    documents: { ...documents, relay: relayTexml },
  },
};
