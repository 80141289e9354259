import type { AudioType, Client } from './generated.ts';

/** The content to upload: a `Blob` or `File`, or bytes. */
export type Recording = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

export interface UploadOptions {
  readonly conversationId: string;
  readonly recording: Recording;
  readonly contentType: AudioType;
  /** The length of the recording, in milliseconds. */
  readonly durationMs?: number;
  readonly channels?: number;
  readonly signal?: AbortSignal;
}

/** S3 answers in XML; its code is what helps. */
const refused = async (response: Response): Promise<Error> => {
  const text = await response.text();
  const [, code = response.statusText] = /<Code>(.*?)<\/Code>/.exec(text) ?? [];
  return new Error(`The storage refused the recording: ${response.status} ${code}`);
};

/** Uploads the recording of a conversation. It is `available` moments later. */
export const uploadRecording = async (client: Client, options: UploadOptions): Promise<void> => {
  const { conversationId, recording, contentType, durationMs, channels, signal } = options;
  const { upload } = await client.recordings.create({
    params: { conversation_id: conversationId },
    body: {
      content_type: contentType,
      size_bytes: 'size' in recording ? recording.size : recording.byteLength,
      ...(durationMs !== undefined && { duration_ms: durationMs }),
      ...(channels !== undefined && { channels }),
    },
    ...(signal && { signal }),
  });
  const { url, method, headers } = upload;
  // Neither the API key nor any other header: the link is signed for exactly these.
  const response = await fetch(url, { method, headers, body: recording, ...(signal && { signal }) });
  if (!response.ok) throw await refused(response);
};

export interface DownloadOptions {
  readonly conversationId: string;
  /** Such as `bytes=0-1023`. */
  readonly range?: string;
  readonly signal?: AbortSignal;
}

/** Downloads the recording of a conversation: an answer to read as a stream, or with `.blob()`. */
export const downloadRecording = async (client: Client, options: DownloadOptions): Promise<Response> => {
  const { conversationId, range, signal } = options;
  const { url } = await client.recordings.get({
    params: { conversation_id: conversationId },
    ...(signal && { signal }),
  });
  const response = await fetch(url, { headers: range ? { range } : {}, ...(signal && { signal }) });
  if (!response.ok) throw await refused(response);
  return response;
};
