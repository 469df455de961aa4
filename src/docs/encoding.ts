import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { Reply, type OutgoingHeaders } from '../platform/answer.ts'

const encoders = {
  br: (text: string) => brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text: string) => gzipSync(text),
}

type Encoding = keyof typeof encoders

const encodingFor = (accepted: string): Encoding | undefined => {
  const names = accepted
    .split(',')
    .map((choice) => choice.replaceAll(' ', '').toLowerCase())
    .filter((choice) => !/;q=0(\.0*)?$/.test(choice))
    .map((choice) => choice.split(';')[0])
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding))
}

const kept = new Map<string, Uint8Array>()

/** Compresses each text once per function instance; there are less than ten, which never change. */
const compressed = (text: string, encoding: Encoding, hash: string): Uint8Array => {
  const key = `${encoding} ${hash}`
  const bytes = kept.get(key) ?? encoders[encoding](text)
  kept.set(key, bytes)
  return bytes
}

/** `text` as small as the client's `Accept-Encoding` allows, with an `ETag` of its own (RFC 9110 section 8.8.3.3). */
export const encoded = (
  text: string,
  accepted: string | undefined,
  headers: OutgoingHeaders,
): Reply<unknown> => {
  const encoding = encodingFor(accepted ?? '')
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  const all = {
    ...headers,
    Vary: 'Accept-Encoding, Origin',
    ETag: `"${hash}${encoding ? `-${encoding}` : ''}"`,
  }
  if (!encoding) return new Reply(text, { headers: all })
  return new Reply(compressed(text, encoding, hash), { headers: { ...all, 'Content-Encoding': encoding } })
}
