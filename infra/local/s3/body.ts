import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { Call } from './call.ts'
import { S3Failure } from './failure.ts'

/** Maximum size of one PUT, in bytes. */
const maxBytes = 5 * 1024 ** 3
const maxXmlBytes = 2 * 1024 ** 2

/** Upper bound for the length of the line before a chunk. */
const longestLine = 1024
const chunkLine = /^(?:\r\n)?([0-9a-f]{1,8})(?:;[^\r\n]*)?\r\n/i

/** Returns the line before a chunk and the size in it; undefined while the line is incomplete. */
const chunkStart = (pending: Buffer): { line: string; size: number } | undefined => {
  const [line, size] = chunkLine.exec(pending.toString('latin1', 0, longestLine)) ?? []
  if (line !== undefined && size !== undefined) return { line, size: Number.parseInt(size, 16) }
  if (pending.length >= longestLine) throw new S3Failure('IncompleteBody')
  return undefined
}

/**
 * Yields the bytes of a body in the encoding `aws-chunked`. Drops chunk signatures, and everything after the last
 * chunk.
 */
async function* unchunked(source: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  let pending = Buffer.alloc(0)
  let left = 0
  let isOver = false
  for await (const piece of source) {
    if (isOver) continue
    pending = Buffer.concat([pending, piece])
    while (!isOver) {
      const data = pending.subarray(0, left)
      if (data.length > 0) yield data
      left -= data.length
      pending = pending.subarray(data.length)
      if (left > 0) break
      const start = chunkStart(pending)
      if (!start) break
      pending = pending.subarray(start.line.length)
      left = start.size
      isOver = left === 0
    }
  }
  if (!isOver) throw new S3Failure('IncompleteBody')
}

const requireContentLength = ({ headers }: Call): number => {
  const length = headers['x-amz-decoded-content-length'] ?? headers['content-length']
  if (length === undefined || !/^\d+$/.test(length)) throw new S3Failure('MissingContentLength')
  if (Number(length) > maxBytes) throw new S3Failure('EntityTooLarge')
  return Number(length)
}

const isChunked = ({ headers }: Call) =>
  headers['x-amz-content-sha256']?.startsWith('STREAMING-') ||
  headers['content-encoding']?.split(/\s*,\s*/).includes('aws-chunked')

export interface Received {
  size: number
  md5: Buffer
}

const requireDigest = (headers: Call['headers'], name: string, digest: Buffer) => {
  const given = headers[name]
  if (given === undefined || given === digest.toString('base64')) return
  throw new S3Failure('BadDigest', `The ${name} you specified did not match what we received.`)
}

/** Passes the body on piece by piece; throws if it does not match its headers. */
const readInto = async (call: Call, take: (piece: Buffer) => unknown): Promise<Received> => {
  const { headers } = call
  const size = requireContentLength(call)
  const md5 = createHash('md5')
  const expected = headers['x-amz-content-sha256'] ?? ''
  const isHashed = /^[0-9a-f]{64}$/.test(expected)
  const sha256 = isHashed || headers['x-amz-checksum-sha256'] !== undefined ? createHash('sha256') : undefined
  let crc = 0
  let received = 0
  for await (const piece of isChunked(call) ? unchunked(call.body()) : call.body()) {
    received += piece.length
    if (received > size) break
    crc = crc32(piece, crc)
    md5.update(piece)
    sha256?.update(piece)
    await take(piece)
  }
  if (received !== size) throw new S3Failure('IncompleteBody')
  const hash = sha256?.digest()
  if (isHashed && hash?.toString('hex') !== expected) throw new S3Failure('XAmzContentSHA256Mismatch')
  const digest = md5.digest()
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc)
  requireDigest(headers, 'content-md5', digest)
  requireDigest(headers, 'x-amz-checksum-crc32', checksum)
  if (hash) requireDigest(headers, 'x-amz-checksum-sha256', hash)
  return { size, md5: digest }
}

/** Streams the body into a new file; removes the file if this fails. */
export const receiveBody = async (call: Call, path: string): Promise<Received> => {
  const file = await open(path, 'wx')
  try {
    const received = await readInto(call, (piece) => file.appendFile(piece))
    await file.close()
    return received
  } catch (error) {
    await file.close()
    await rm(path, { force: true })
    throw error
  }
}

export const receiveXml = async (call: Call): Promise<string> => {
  if (requireContentLength(call) > maxXmlBytes) throw new S3Failure('MalformedXML')
  const pieces: Buffer[] = []
  await readInto(call, (piece) => pieces.push(piece))
  return Buffer.concat(pieces).toString()
}
