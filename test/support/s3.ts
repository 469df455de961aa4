import {
  GetObjectCommand,
  PutObjectCommand,
  S3Client,
  type GetObjectCommandInput,
  type PutObjectCommandInput,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { createHash, randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { localAws } from '../../infra/local/variables.ts'
import { world } from './world.ts'

/** Where an object is. */
export interface Place {
  Bucket: string
  Key: string
}

/** A client that tries once, of this world unless another address is given. */
export const s3 = (endpoint = world().endpoints.s3, config: S3ClientConfig = {}) =>
  new S3Client({ ...localAws, endpoint, maxAttempts: 1, ...config })

/** A place in this world's bucket where nothing is, unless a key is given. */
export const place = (Key: string = randomUUID()): Place => ({ Bucket: world().bucketName, Key })

/** Puts `hello world` unless told otherwise. */
export const put = (to: Place, options: Partial<PutObjectCommandInput> = {}) =>
  s3().send(new PutObjectCommand({ ...to, Body: 'hello world', ...options }))

/** The answer of GetObject with its body as text. */
export const read = async (from: Place, options: Partial<GetObjectCommandInput> = {}) => {
  const { Body, ...answer } = await s3().send(new GetObjectCommand({ ...from, ...options }))
  return { ...answer, text: await Body?.transformToString() }
}

/** Matches a failure of the SDK by its code and status. */
export const failed = (name: string, httpStatusCode: number): unknown =>
  expect.objectContaining({ name, $metadata: expect.objectContaining({ httpStatusCode }) as unknown })

/** In hexadecimal. */
export const md5 = (...pieces: (string | Buffer)[]): string =>
  createHash('md5').update(pieces.join('')).digest('hex')

export interface LinkOptions {
  endpoint?: string
  /** In seconds, 60 when absent. */
  expiresIn?: number
  /** Now when absent. */
  signingDate?: Date
}

/** A link for reading. */
export const readLink = (
  from: Place,
  { endpoint, expiresIn = 60, ...options }: LinkOptions = {},
  input: Partial<GetObjectCommandInput> = {},
): Promise<string> =>
  getSignedUrl(s3(endpoint), new GetObjectCommand({ ...from, ...input }), { expiresIn, ...options })

/** A link for putting this many bytes as `text/plain` where nothing is, and the headers to be sent with it. */
export const uploadLink = async (
  to: Place,
  size: number,
  { endpoint, expiresIn = 60, ...options }: LinkOptions = {},
) => {
  const signed = new Set(['content-length', 'content-type', 'if-none-match'])
  const conditions = { ContentLength: size, ContentType: 'text/plain', IfNoneMatch: '*' }
  // otherwise the link would demand the checksum of an empty body
  const client = s3(endpoint, { requestChecksumCalculation: 'WHEN_REQUIRED' })
  const url = await getSignedUrl(client, new PutObjectCommand({ ...to, ...conditions }), {
    expiresIn,
    ...options,
    signableHeaders: new Set([...signed, 'host']),
    unhoistableHeaders: signed,
  })
  return { url, headers: { 'Content-Type': 'text/plain', 'If-None-Match': '*' } }
}
