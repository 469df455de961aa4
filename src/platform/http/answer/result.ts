import type { APIGatewayProxyResult } from 'aws-lambda'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Answer } from './answer.ts'
import { compressed, compressedStream, type ContentEncoding } from './content-encoding.ts'
import { encodeText } from './payload.ts'
import type { Spec } from '../spec.ts'

/** A result for Middy; the body of a streaming function may be a stream. */
export type Result = Omit<APIGatewayProxyResult, 'body'> & { body: string | Readable }

/** Returns a response without a body, for HEAD, 204 and 304. */
export const withoutBody = ({ status, headers, body }: Answer): Result => {
  if (body instanceof Readable) body.destroy()
  const { 'Content-Type': type, ...others } = headers
  const isHead = status !== 204 && status !== 304
  return {
    statusCode: status,
    headers: isHead && type !== undefined ? { ...others, 'Content-Type': type } : others,
    body: '',
    isBase64Encoded: false,
  }
}

/** Maximum number of compressed public responses that a process caches. */
const maxCompressed = 20

/** Returns a function that builds the result of a response with a body, compressed if that makes it smaller. */
export const resultWithBody = (spec: Spec) => {
  const kept = new Map<string, Buffer>()

  const compressedOnce = async (bytes: Uint8Array, encoding: ContentEncoding) => {
    if (spec.access !== 'public' || !spec.cacheable) return compressed(bytes, encoding)
    const key = `${encoding} ${createHash('sha256').update(bytes).digest('base64')}`
    const known = kept.get(key)
    if (known) return known
    const made = await compressed(bytes, encoding)
    if (kept.size >= maxCompressed) kept.clear()
    if (made) kept.set(key, made)
    return made
  }

  /** Builds the result of a body. A streaming function sends bytes as they are; any other sends them in Base64. */
  const toResult = ({ status, headers }: Answer, body: string | Uint8Array | Readable): Result => {
    const result = { statusCode: status, headers, isBase64Encoded: false }
    if (body instanceof Readable) return { ...result, body }
    if (typeof body === 'string') return { ...result, ...(spec.stream ? { body } : encodeText(body)) }
    if (spec.stream) return { ...result, body: Readable.from([body], { objectMode: false }) }
    return { ...result, body: Buffer.from(body).toString('base64'), isBase64Encoded: true }
  }

  return async (answer: Answer, encoding: ContentEncoding | undefined): Promise<Result> => {
    const { body = '' } = answer
    if (!encoding) return toResult(answer, body)
    const smaller =
      body instanceof Readable
        ? await compressedStream(body, encoding)
        : await compressedOnce(typeof body === 'string' ? Buffer.from(body) : body, encoding)
    if (!smaller) return toResult(answer, body)
    const headers = { ...answer.headers, 'Content-Encoding': encoding }
    return toResult({ ...answer, headers }, smaller)
  }
}
