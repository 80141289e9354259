import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { s3 } from '#lib/store/bucket/bucket.ts';
import { sealedBucketName } from './sealed-bucket.ts';

/** The names of the objects, which sort by time: those after a name, or all. */
export async function* listSealed(after?: string): AsyncGenerator<string> {
  let token: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({
        Bucket: sealedBucketName(),
        ...(token === undefined
          ? after !== undefined && { StartAfter: after }
          : { ContinuationToken: token }),
      }),
    );
    for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key;
    token = page.NextContinuationToken;
  } while (token !== undefined);
}
