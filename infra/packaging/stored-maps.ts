import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { mapKey } from './code-keys.ts'
import { parseChunkPath } from './function-code.ts'

/** The used parts of a deployed template. */
interface Template {
  Resources: Record<string, { Metadata?: { Bundle?: string }; Properties?: { Code?: { S3Key?: string } } }>
}

const decompress = promisify(gunzip)

const readStoredBytes = async (client: S3Client, Bucket: string, Key: string) => {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }))
  return (await Body?.transformToByteArray()) ?? new Uint8Array()
}

/** Returns the source maps that `npm run package` left on this machine, by file. Throws if one is missing. */
export const packagedMaps = (folder: string, files: string[]): Map<string, string> => {
  const readMap = (file: string) => {
    const path = join(folder, 'maps', `${file}.map`)
    if (existsSync(path)) return readFileSync(path, 'utf8')
    throw new Error(
      `This machine has no source map of ${file}: ` +
        'run "npm run package", or add --stage to use the maps of a deployment.',
    )
  }
  return new Map(files.map((file) => [file, readMap(file)]))
}

/** Returns the source maps from the deployment bucket for the code of a template, by file. */
export const storedMaps = async (
  client: S3Client,
  bucket: string,
  template: string,
  files: string[],
): Promise<Map<string, string>> => {
  const { Resources } = JSON.parse(template) as Template
  const storedKey = (file: string) => {
    const { bundle, chunk } = parseChunkPath(file)
    const found = Object.values(Resources).find(({ Metadata }) => Metadata?.Bundle === bundle)
    const key = found?.Properties?.Code?.S3Key
    if (key === undefined) throw new Error(`No function of that deployment has the file ${file}.`)
    return mapKey(key, chunk)
  }
  const maps = files.map(async (file): Promise<[string, string]> => {
    const bytes = await decompress(await readStoredBytes(client, bucket, storedKey(file)))
    return [file, bytes.toString()]
  })
  return new Map(await Promise.all(maps))
}

/** Returns the template that was current at a time, in milliseconds; osls keeps five. */
export const templateAt = async (
  client: S3Client,
  bucket: string,
  prefix: string,
  time: number,
): Promise<string> => {
  let newest = 0
  let found: string | undefined
  for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
    for (const { Key = '' } of Contents) {
      const [, startedAt] =
        /^(\d+)-[^/]+\/compiled-cloudformation-template\.json$/.exec(Key.slice(prefix.length)) ?? []
      if (Number(startedAt) <= newest || Number(startedAt) > time || startedAt === undefined) continue
      newest = Number(startedAt)
      found = Key
    }
  if (found === undefined)
    throw new Error(`${bucket} has no deployment from before ${new Date(time).toISOString()}.`)
  return new TextDecoder().decode(await readStoredBytes(client, bucket, found))
}
