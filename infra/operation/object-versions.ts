import { ListObjectVersionsCommand, type ObjectVersion, type S3Client } from '@aws-sdk/client-s3'

/** Version of an object, or a delete marker, which has no ETag. */
export type Version = Pick<ObjectVersion, 'Key' | 'VersionId' | 'ETag' | 'LastModified'>

export const isMarker = ({ ETag }: Version): boolean => ETag === undefined

interface Marker {
  KeyMarker?: string | undefined
  VersionIdMarker?: string | undefined
}

/** Yields all versions and delete markers, page by page; a page may end between the versions of one object. */
export async function* listVersions(
  client: S3Client,
  Bucket: string,
  Prefix = '',
  from: Marker = {},
): AsyncGenerator<Version[]> {
  const page = await client.send(new ListObjectVersionsCommand({ Bucket, Prefix, ...from }))
  yield [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]
  if (!page.IsTruncated) return
  const { NextKeyMarker: KeyMarker, NextVersionIdMarker: VersionIdMarker } = page
  yield* listVersions(client, Bucket, Prefix, { KeyMarker, VersionIdMarker })
}
