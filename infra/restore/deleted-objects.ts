import { DeleteObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { isMarker, listVersions, type Version } from '../object-versions.ts'

const timeOf = ({ LastModified }: Version) => Number(LastModified)

/** Newest first, as S3 lists versions and markers each by themselves. */
const inOrder = (versions: Version[]) => versions.toSorted((one, other) => timeOf(other) - timeOf(one))

/** The markers that hide what was there at that time: those of an object that was deleted since. */
const hidingMarkers = (versions: Version[], to: Date): Version[] => {
  const [younger, older] = [
    versions.filter((version) => timeOf(version) > Number(to)),
    inOrder(versions.filter((version) => timeOf(version) <= Number(to))),
  ]
  const [atThatTime] = older
  return atThatTime && !isMarker(atThatTime) ? younger.filter(isMarker) : []
}

/**
 * Takes back the deletion of every object that was there at that time, and tells how many. Objects never change, so the
 * bucket has then all that the table of that time points to. What was deleted before, or made since, stays as it is.
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
    // the versions of the last object may continue with the next page
    last = byKey.pop() ?? []
    for (const versions of byKey) await restore(versions)
  }
  await restore(last)
  return count
}
