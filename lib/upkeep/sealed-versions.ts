import { ListObjectVersionsCommand } from '@aws-sdk/client-s3';
import { sealedBucketName } from '#lib/audit/sealed/sealed-bucket.ts';
import { s3 } from '#lib/store/bucket/bucket.ts';

/** An object of the bucket of seals. Its locked versions stay, whatever is written over them. */
export interface SealedObject {
  /** The ids of its versions, oldest first. */
  readonly versions: string[];
  /** Whether a delete marker lies, or has lain, over a version. */
  isDeleted: boolean;
}

/** The objects by name, in the order of their names: those after a name, or all. */
export const sealedVersions = async (after?: string): Promise<ReadonlyMap<string, SealedObject>> => {
  const objects = new Map<string, SealedObject>();
  const objectAt = (key = ''): SealedObject => {
    const object = objects.get(key) ?? { versions: [], isDeleted: false };
    objects.set(key, object);
    return object;
  };
  let [keyMarker, versionMarker]: (string | undefined)[] = [after];
  do {
    const page = await s3.send(
      new ListObjectVersionsCommand({
        Bucket: sealedBucketName(),
        KeyMarker: keyMarker,
        VersionIdMarker: versionMarker,
      }),
    );
    // The newest version of an object comes first.
    for (const { Key, VersionId = '' } of page.Versions ?? []) objectAt(Key).versions.unshift(VersionId);
    for (const { Key } of page.DeleteMarkers ?? []) objectAt(Key).isDeleted = true;
    [keyMarker, versionMarker] = [page.NextKeyMarker, page.NextVersionIdMarker];
  } while (keyMarker !== undefined);
  return objects;
};
