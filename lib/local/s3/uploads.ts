import { randomUUID } from 'node:crypto';
import type { ReceivedFile } from './store.ts';

export interface Part extends ReceivedFile {
  /** Without quotes: the MD5 of its bytes. */
  readonly etag: string;
}

export interface Upload {
  readonly id: string;
  readonly bucket: string;
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly parts: Map<number, Part>;
}

/** Multipart uploads in progress. They are lost when the process ends, and clients start again. */
export const openUploads = () => {
  const uploads = new Map<string, Upload>();
  return {
    start: (bucket: string, key: string, headers: Readonly<Record<string, string>>): Upload => {
      const upload = { id: randomUUID(), bucket, key, headers, parts: new Map<number, Part>() };
      uploads.set(upload.id, upload);
      return upload;
    },
    find: (id: string, bucket: string, key: string): Upload | undefined => {
      const upload = uploads.get(id);
      return upload?.bucket === bucket && upload.key === key ? upload : undefined;
    },
    end: ({ id }: Upload): boolean => uploads.delete(id),
  };
};

export type Uploads = ReturnType<typeof openUploads>;
