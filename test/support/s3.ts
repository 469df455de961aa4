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
import { localAws } from '../../infra/local/settings/variables.ts'
import { world } from './world.ts'

/** Address of an object. */
export interface Place {
  Bucket: string
  Key: string
}

/** Returns a client without retries, by default for this test world. */
export const s3 = (endpoint = world().endpoints.s3, config: S3ClientConfig = {}) =>
  new S3Client({ ...localAws, endpoint, maxAttempts: 1, ...config })

/** Returns the address of an object in this world's bucket; a new key by default. */
export const place = (Key: string = randomUUID()): Place => ({ Bucket: world().bucketName, Key })

/** Stores an object, by default `hello world`. */
export const put = (to: Place, options: Partial<PutObjectCommandInput> = {}) =>
  s3().send(new PutObjectCommand({ ...to, Body: 'hello world', ...options }))

/** Returns the response of GetObject with its body as text. */
export const read = async (from: Place, options: Partial<GetObjectCommandInput> = {}) => {
  const { Body, ...answer } = await s3().send(new GetObjectCommand({ ...from, ...options }))
  return { ...answer, text: await Body?.transformToString() }
}

/** Matches an error of the SDK by its code and status. */
export const failed = (name: string, httpStatusCode: number): unknown =>
  expect.objectContaining({ name, $metadata: expect.objectContaining({ httpStatusCode }) as unknown })

export const md5 = (...pieces: (string | Buffer)[]): string =>
  createHash('md5').update(pieces.join('')).digest('hex')

export interface LinkOptions {
  endpoint?: string
  /** Lifetime of the link (s), 60 by default. */
  expiresIn?: number
  /** Time of signing; the current time by default. */
  signingDate?: Date
}

export const readLink = (
  from: Place,
  { endpoint, expiresIn = 60, ...options }: LinkOptions = {},
  input: Partial<GetObjectCommandInput> = {},
): Promise<string> =>
  getSignedUrl(s3(endpoint), new GetObjectCommand({ ...from, ...input }), { expiresIn, ...options })

/** Returns a link for uploading this many bytes as `text/plain` if no object exists, and the headers to send. */
export const uploadLink = async (
  to: Place,
  size: number,
  { endpoint, expiresIn = 60, ...options }: LinkOptions = {},
) => {
  const signed = new Set(['content-length', 'content-type', 'if-none-match'])
  const conditions = { ContentLength: size, ContentType: 'text/plain', IfNoneMatch: '*' }
  // otherwise the link would require the checksum of an empty body
  const client = s3(endpoint, { requestChecksumCalculation: 'WHEN_REQUIRED' })
  const url = await getSignedUrl(client, new PutObjectCommand({ ...to, ...conditions }), {
    expiresIn,
    ...options,
    signableHeaders: new Set([...signed, 'host']),
    unhoistableHeaders: signed,
  })
  return { url, headers: { 'Content-Type': 'text/plain', 'If-None-Match': '*' } }
}
