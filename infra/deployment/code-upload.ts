import { paginateListObjectsV2, PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Code packaged on this machine: its file, its key, and the files of its source maps by key. */
export interface PackagedCode {
  key: string
  file: string
  maps?: Map<string, string>
}

const storedKeys = async (client: S3Client, Bucket: string, Prefix: string) => {
  const keys = new Set<string | undefined>()
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix }))
    for (const { Key } of Contents) keys.add(Key)
  return keys
}

const maxConcurrentUploads = 8

/** Uploads the code that is missing in the bucket under the prefix. Returns the keys of the uploaded code. */
export const uploadCode = async (
  client: S3Client,
  { bucket, prefix }: { bucket: string; prefix: string },
  code: PackagedCode[],
): Promise<string[]> => {
  const stored = await storedKeys(client, bucket, prefix)
  const missing = [...new Map(code.map((one) => [one.key, one])).values()].filter(
    ({ key }) => !stored.has(key),
  )
  const put = (Key: string, Body: Uint8Array) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ServerSideEncryption: 'AES256' }))
  const upload = async ({ key, file, maps = new Map() }: PackagedCode) => {
    // uploads maps first, so that no code in the bucket lacks its maps
    for (const [mapKey, map] of maps) await put(mapKey, await compress(await readFile(map)))
    await put(key, await readFile(file))
    return key
  }
  const uploaded: string[] = []
  for (let n = 0; n < missing.length; n += maxConcurrentUploads)
    uploaded.push(...(await Promise.all(missing.slice(n, n + maxConcurrentUploads).map(upload))))
  return uploaded
}
