import { countReading } from '../../documents/process/open-readings.ts'
import type { MessageKind, QueueMessage } from '../../platform/events/message-kind.ts'
import type { QueueName } from '../../platform/events/queues.ts'
import type * as z from '../../platform/schema/schema.ts'
import { NoSlot, slotReadings, type PersonsReading } from './reading-slot.ts'

export type { PersonsReading }

/** How many documents this process reads at once: each reader may take 2 GB. */
const maxReaders = 2

/** How long a document waits here, in milliseconds, before its message is put back: its worker has five minutes. */
const maxWait = 120_000

interface Waiting {
  user_id: string
  begin: () => void
}

/** Who has documents that are being read here, one entry for each, and what waits, in order. */
const running: string[] = []
let waiting: Waiting[] = []
/** For how many milliseconds documents of people have been read, as long as something is read or waits. */
const spent = new Map<string, number>()

const countOf = (user_id: string) => running.filter((id) => id === user_id).length
const spentOn = (user_id: string) => spent.get(user_id) ?? 0

/** Of whom fewer documents are being read goes first, then who has had less time, then who came first. */
const isBefore = ({ user_id: one }: Waiting, { user_id: other }: Waiting) =>
  countOf(one) < countOf(other) || (countOf(one) === countOf(other) && spentOn(one) < spentOn(other))

const beginNext = () => {
  while (running.length < maxReaders && waiting.length > 0) {
    const next = waiting.reduce((best, one) => (isBefore(one, best) ? one : best))
    waiting = waiting.filter((one) => one !== next)
    running.push(next.user_id)
    next.begin()
  }
}

const end = (user_id: string, milliseconds: number) => {
  running.splice(running.indexOf(user_id), 1)
  spent.set(user_id, spentOn(user_id) + milliseconds)
  beginNext()
  if (running.length === 0) spent.clear()
}

/** Waits for one of the readers of this process. Throws `NoSlot` when that takes too long. */
const waitForReader = (user_id: string): Promise<void> => {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const one = { user_id, begin: resolve }
  const timer = setTimeout(() => {
    waiting = waiting.filter((other) => other !== one)
    reject(new NoSlot(user_id, 'Others have been read for too long.'))
  }, maxWait)
  waiting.push(one)
  beginNext()
  return promise.finally(() => clearTimeout(timer))
}

/**
 * Reads a document when it is its person's turn. Throws `NoSlot` when it is not for now, `UnreadableFile` for one that
 * cannot be read or whose reader has died twice, `ReaderDied` the first time, and what else `read` throws.
 */
export const readInTurn = async <T>(of: PersonsReading, read: () => Promise<T>): Promise<T> => {
  const readings = slotReadings(of)
  // no more of one person wait here than may be read, and to wait is not to begin
  if (running.length >= maxReaders) await readings.hold()
  await waitForReader(of.user_id).catch((error: unknown) =>
    readings.close().then(() => Promise.reject(error)),
  )
  const from = performance.now()
  try {
    return await countReading(readings, read)
  } finally {
    end(of.user_id, performance.now() - from)
  }
}

/** How long a message is put back, in seconds: longer each time, and not for all equally long. */
const delayOf = (times: number) => Math.ceil(Math.min(60, 2 * 1.5 ** times) * (0.5 + Math.random() / 2))

/**
 * Works on a message; gives the same to be sent again, later, when it is not its person's turn. A message that fails
 * comes again five times, and one that waits as often as it has to.
 */
export const inTurn =
  <Q extends QueueName, Body extends z.ZodObject<{ waits: z.ZodDefault<z.ZodInt> }>>(
    kind: MessageKind<Q, Body>,
    work: (message: z.output<Body>) => Promise<void>,
  ) =>
  async (message: z.output<Body>): Promise<QueueMessage<Q> | undefined> => {
    try {
      await work(message)
      return undefined
    } catch (error) {
      if (!(error instanceof NoSlot)) throw error
      const waits = Number(message.waits) + 1
      return kind.message({ ...message, waits } as z.input<Body>, delayOf(waits), error.user_id)
    }
  }
