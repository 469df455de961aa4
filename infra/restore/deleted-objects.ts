import { DeleteObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { isMarker, listVersions, type Version } from '../operation/object-versions.ts'

const modifiedTime = ({ LastModified }: Version) => Number(LastModified)

/** Sorts versions and markers by age, the newest first: S3 lists the two separately. */
const inOrder = (versions: Version[]) =>
  versions.toSorted((one, other) => modifiedTime(other) - modifiedTime(one))

/** Returns the delete markers of an object that existed at that time and was deleted since. */
const hidingMarkers = (versions: Version[], to: Date): Version[] => {
  const [younger, older] = [
    versions.filter((version) => modifiedTime(version) > Number(to)),
    inOrder(versions.filter((version) => modifiedTime(version) <= Number(to))),
  ]
  const [atThatTime] = older
  return atThatTime && !isMarker(atThatTime) ? younger.filter(isMarker) : []
}

/**
 * Undeletes every object that existed at that time, and returns their number. Objects are immutable, so the bucket then
 * has everything to which the table of that time refers. Objects that were deleted earlier or created later stay
 * unchanged.
 */
export const undeleteObjects = async (client: S3Client, Bucket: string, to: Date): Promise<number> => {
  let last: Version[] = []
  let count = 0
  const restore = async (versions: Version[]) => {
    const markers = hidingMarkers(versions, to)
    for (const { Key, VersionId } of markers)
      await client.send(new DeleteObjectCommand({ Bucket, Key, VersionId }))
    if (markers.length > 0) count += 1
  }
  for await (const page of listVersions(client, Bucket)) {
    const byKey = [...Map.groupBy([...last, ...page], ({ Key }) => Key).values()]
    // the versions of the last object may continue on the next page
    last = byKey.pop() ?? []
    for (const versions of byKey) await restore(versions)
  }
  await restore(last)
  return count
}
