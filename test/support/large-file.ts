import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { get, request, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

const blockBytes = 65_536

/** Returns a block of bytes unlike any other block, so that a misplaced block is detected. */
const blockAt = (index: number): Buffer => {
  const block = Buffer.allocUnsafe(blockBytes)
  for (let at = 0; at < blockBytes; at += 4) block.writeUInt32LE((index * 2_654_435_761 + at * at) >>> 0, at)
  return block
}

/** Returns the bytes from `start` to before `end`; each byte is derived from its position. */
export const partOf = (start: number, end: number): Buffer => {
  const first = Math.floor(start / blockBytes)
  const count = Math.ceil(end / blockBytes) - first
  const blocks = Array.from({ length: count }, (_, index) => blockAt(first + index))
  return Buffer.concat(blocks).subarray(start - first * blockBytes, end - first * blockBytes)
}

const blocksOf = function* (size: number) {
  for (let start = 0; start < size; start += blockBytes)
    yield blockAt(start / blockBytes).subarray(0, Math.min(blockBytes, size - start))
}

/** Uploads this many bytes without holding them all in memory; returns their SHA-256. */
export const putLarge = async (
  { url, headers, method = 'PUT' }: { url: string; headers: Record<string, string>; method?: string },
  size: number,
): Promise<string> => {
  const hash = createHash('sha256')
  const blocks = Readable.from(blocksOf(size)).map((block: Buffer) => {
    hash.update(block)
    return block
  })
  const outgoing = request(url, { method, headers: { ...headers, 'Content-Length': size } })
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  const [[answer]] = await Promise.all([answered, pipeline(blocks, outgoing)])
  const text = (await answer.toArray()).join('')
  if (answer.statusCode !== 200) throw new Error(`The upload was answered ${answer.statusCode}: ${text}`)
  return hash.digest('hex')
}

export interface Streamed {
  status: number
  headers: IncomingMessage['headers']
  /** Number of bytes received. */
  length: number
  sha256: string
  /** Time from the request to the first byte and to the last one (ms). */
  first: number
  last: number
  /** Error that ended the transfer early, if any. */
  broken: Error | undefined
}

/** Reads a response to its end without holding it in memory. */
export const streamed = async (url: string, headers: Record<string, string> = {}): Promise<Streamed> => {
  const from = performance.now()
  const [answer] = (await once(get(url, { headers, agent: false }), 'response')) as [IncomingMessage]
  const hash = createHash('sha256')
  let [length, first] = [0, NaN]
  let broken: Error | undefined
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      if (length === 0) first = performance.now() - from
      length += chunk.length
      hash.update(chunk)
    }
  } catch (error) {
    broken = error as Error
  }
  const last = performance.now() - from
  const { statusCode = 0 } = answer
  return {
    status: statusCode,
    headers: answer.headers,
    length,
    sha256: hash.digest('hex'),
    first,
    last,
    broken,
  }
}

/** Runs `work` and samples this process's memory every 20 ms; returns its maximum growth in bytes. */
export const memoryGrowth = async (work: () => Promise<unknown>): Promise<number> => {
  globalThis.gc?.()
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  await work().finally(() => clearInterval(timer))
  return Math.max(most, process.memoryUsage.rss()) - before
}
