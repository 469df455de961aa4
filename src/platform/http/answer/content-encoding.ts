import type { Readable, Transform } from 'node:stream'
import type { BrotliOptions } from 'node:zlib'
import type { OutgoingHeaders } from '../exchange/http-reply.ts'
import { acceptWeight } from '../exchange/accept-weight.ts'

export type ContentEncoding = 'br' | 'gzip'

/** Minimum size of a compressed response in bytes; compression hardly makes smaller ones shorter. */
const minBytes = 1_024

/** Quality at which Brotli compresses as well as gzip in less CPU time (decision 0002). */
const brotliQuality = 4

const compressibleType =
  /^(text\/(?!event-stream)|application\/([\w.-]+\+)?(json|xml|yaml)\b|image\/svg\+xml\b)/i

/**
 * Returns true if responses of this kind are compressed for clients that accept it. Responses that declare their length
 * are sent unchanged: they are the bytes of a file, which editors request in ranges.
 */
export const isCompressible = (headers: OutgoingHeaders): boolean =>
  compressibleType.test(headers['Content-Type'] ?? '') &&
  !('Content-Length' in headers) &&
  !('Content-Encoding' in headers)

/** Returns the supported encoding that `Accept-Encoding` prefers (RFC 9110 section 12.5.3). */
export const acceptedEncoding = (header = ''): ContentEncoding | undefined => {
  const weights = new Map(
    header.split(',').map((choice) => {
      const [name = '', ...parameters] = choice.split(';')
      return [name.trim().toLowerCase(), acceptWeight(parameters)]
    }),
  )
  const of = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const best = of('br') >= of('gzip') ? 'br' : 'gzip'
  return of(best) > 0 && of(best) >= (weights.get('identity') ?? 0) ? best : undefined
}

/** Loaded on demand: most functions only send short responses. */
const zlib = () => import('node:zlib')

const brotliOptions = async (bytes?: number): Promise<BrotliOptions> => {
  const { constants } = await zlib()
  return {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      ...(bytes !== undefined && { [constants.BROTLI_PARAM_SIZE_HINT]: bytes }),
    },
  }
}

/** Compresses bytes; returns undefined if compression would not make them smaller. */
export const compressed = async (
  bytes: Uint8Array,
  encoding: ContentEncoding,
): Promise<Buffer | undefined> => {
  if (bytes.length < minBytes) return undefined
  const { brotliCompress, gzip } = await zlib()
  const options = await brotliOptions(bytes.length)
  const result = await new Promise<Buffer>((resolve, reject) => {
    const done = (error: Error | null, made: Buffer) => (error ? reject(error) : resolve(made))
    if (encoding === 'br') brotliCompress(bytes, options, done)
    else gzip(bytes, done)
  })
  return result.length < bytes.length ? result : undefined
}

/** Compresses a stream. If either stream fails or is destroyed, so is the other. */
export const compressedStream = async (source: Readable, encoding: ContentEncoding): Promise<Readable> => {
  const { createBrotliCompress, createGzip } = await zlib()
  const { pipeline } = await import('node:stream')
  const encoder: Transform = encoding === 'br' ? createBrotliCompress(await brotliOptions()) : createGzip()
  return pipeline(source, encoder, () => {}) // readers of the stream see the error as well
}
