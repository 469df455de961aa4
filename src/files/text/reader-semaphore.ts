import { ReaderDied, UnreadableFile } from '../../documents/unreadable-file.ts'
import type { MessageKind, QueueMessage } from '../../platform/events/message-kind.ts'
import type { QueueName } from '../../platform/events/queues.ts'
import type * as z from '../../platform/schema/schema.ts'
import { acquireLease, NoFreeReader, type PersonsReading } from './reader-lease.ts'

export type { PersonsReading }

/** Maximum number of readers of this process, each of which may take 2 GB. */
const maxReaders = 3

/** Number of deaths after which a file counts as unreadable; a single death may be an accident. */
const maxDeaths = 2

/** Time a document waits here until its message returns to the queue, in milliseconds: its worker has five minutes. */
const maxWait = 120_000

interface Waiting {
  user_id: string
  begin: () => void
}

/** People with a running reader, at most one each, and the waiting documents in order. */
const running = new Set<string>()
let waiting: Waiting[] = []
/** Reading time of each person in milliseconds, recorded while any document is read or waits. */
const spent = new Map<string, number>()

const spentTime = ({ user_id }: Waiting) => spent.get(user_id) ?? 0

/**
 * Returns the next document whose person has no reader: least time spent on the person first, then first come, first
 * served.
 */
const findNext = (): Waiting | undefined => {
  if (running.size >= maxReaders) return undefined
  const free = waiting.filter(({ user_id }) => !running.has(user_id))
  return free.toSorted((one, other) => spentTime(one) - spentTime(other))[0]
}

const beginNext = () => {
  for (let next = findNext(); next; next = findNext()) {
    const { user_id, begin } = next
    waiting = waiting.filter((one) => one !== next)
    running.add(user_id)
    begin()
  }
}

const releaseReader = (user_id: string, milliseconds: number) => {
  running.delete(user_id)
  spent.set(user_id, (spent.get(user_id) ?? 0) + milliseconds)
  beginNext()
  if (running.size === 0) spent.clear()
}

/** Waits for a free reader of this process. Throws `NoFreeReader` after `maxWait`. */
const waitForReader = (user_id: string): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const one = { user_id, begin: resolve }
  const timer = setTimeout(() => {
    waiting = waiting.filter((other) => other !== one)
    reject(new NoFreeReader(user_id, 'Other documents have been read for too long.'))
  }, maxWait)
  waiting.push(one)
  beginNext()
  return promise.finally(() => clearTimeout(timer))
}

const runReader = async <T>(user_id: string, read: () => Promise<T>): Promise<T> => {
  await waitForReader(user_id)
  const from = performance.now()
  return read().finally(() => releaseReader(user_id, performance.now() - from))
}

/**
 * Reads a document when a reader is free for its person. Throws `NoFreeReader` if the wait is too long,
 * `UnreadableFile` if the file cannot be read or has killed two readers, `ReaderDied` if it has killed the first
 * reader, and any other error of `read`.
 */
export const readInTurn = async <T>(of: PersonsReading, read: () => Promise<T>): Promise<T> => {
  const lease = await acquireLease(of)
  try {
    const result = await runReader(of.user_id, read)
    await lease.release()
    return result
  } catch (error) {
    const isDeath = error instanceof ReaderDied
    if (isDeath && (await lease.recordDeath()) < maxDeaths) throw error
    await lease.release()
    throw isDeath ? new UnreadableFile('not_read', error.message, { cause: error }) : error
  }
}

/** Returns the delay of a message that goes back to the queue, in seconds: longer each time, with jitter. */
const toDelay = (times: number) => Math.ceil(Math.min(60, 2 * 1.5 ** times) * (0.5 + Math.random() / 2))

/**
 * Returns a worker function that processes a message, and sends the message again later while its person has no free
 * reader. A failing message is delivered five times; a waiting message, as often as needed.
 */
export const withReaderTurn =
  <Q extends QueueName, Body extends z.ZodObject<{ waits: z.ZodDefault<z.ZodInt> }>>(
    kind: MessageKind<Q, Body>,
    work: (message: z.output<Body>) => Promise<void>,
  ) =>
  async (message: z.output<Body>): Promise<QueueMessage<Q> | undefined> => {
    try {
      await work(message)
      return undefined
    } catch (error) {
      if (!(error instanceof NoFreeReader)) throw error
      const waits = Number(message.waits) + 1
      return kind.message({ ...message, waits } as z.input<Body>, toDelay(waits), error.user_id)
    }
  }
