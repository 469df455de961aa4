import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import { scanItems } from '../../infra/operation/scan.ts'
import { bucket, objectLocation } from '../../src/platform/aws/s3-client.ts'
import { environment } from '../../src/platform/runtime/environment.ts'
import type { Item } from '../../src/platform/table/operation.ts'

/** Returns a value as JSON in lower case, including sets, which JSON would leave out. */
const textOf = (value: unknown) =>
  JSON.stringify(value, (_, member: unknown) => (member instanceof Set ? [...member] : member)).toLowerCase()

/** Returns the words that occur in a text, regardless of case. */
const saidIn = (text: string, words: string[]) => words.filter((word) => text.includes(word.toLowerCase()))

/** Returns the items of the table that contain one of these words, in keys or elsewhere. */
export const itemsWith = async (words: string[]): Promise<{ item: Item; said: string[] }[]> => {
  const found: { item: Item; said: string[] }[] = []
  for await (const items of scanItems())
    for (const item of items) {
      const said = saidIn(textOf(item), words)
      if (said.length > 0) found.push({ item, said })
    }
  return found
}

/** Returns the keys of the objects in the bucket that contain one of these words, in their keys or bytes. */
export const objectsWith = async (words: string[]): Promise<string[]> => {
  const found: string[] = []
  for (let from: string | undefined; ;) {
    const place = { Bucket: environment.bucketName, ContinuationToken: from }
    const { Contents = [], NextContinuationToken } = await bucket().send(new ListObjectsV2Command(place))
    for (const { Key = '' } of Contents) {
      const { Body } = await bucket().send(new GetObjectCommand(objectLocation(Key)))
      const text = `${Key} ${await Body?.transformToString()}`.toLowerCase()
      if (saidIn(text, words).length > 0) found.push(Key)
    }
    if (NextContinuationToken === undefined) return found
    from = NextContinuationToken
  }
}
