import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ConflictError } from '../../../src/platform/table/conflict.ts'
import { inRequest, noSession, replayOf } from '../../../src/platform/runtime/request-context.ts'
import { jsonFile } from '../data-folder.ts'
import { whileBusy } from '../while-busy.ts'

interface Entries {
  /** The user whose table this is about: that of another world is made from the beginning. */
  owner: string
  /** When the first start was, in milliseconds since 1970: what the dates of the demo are relative to. */
  startedAt: number
  /** The ids of what is made, by name. */
  made: Record<string, string>
}

/** Makes a thing of the demo unless it is there, as if it were this many days before the first start; gives its id. */
export type Once = (name: string, make: () => Promise<{ id: string }>, daysAgo?: number) => Promise<string>

/** What of the demo is made, kept in the data folder. */
export interface Journal {
  once: Once
  has: (name: string) => boolean
  /** Notes that something is there. */
  note: (name: string, id?: string) => void
  /** How many things have a name that begins like this. */
  count: (beginning: string) => number
  /** A time this many days after the first start, or before it when negative. */
  inDays: (days: number) => Date
}

const dayMilliseconds = 86_400_000

/**
 * A thing is made as a request with an `Idempotency-Key` is: what follows from its name has the same ids and times
 * whenever it is done, so a start that was cut off in the middle of it goes on there and makes nothing twice.
 */
export const openJournal = (dataDir: string, owner: string): Journal => {
  const file = jsonFile<Entries | undefined>(join(dataDir, 'demo.json'), undefined)
  const known = file.read()
  const entries = known?.owner === owner ? known : { owner, startedAt: Date.now(), made: {} }
  const timeIn = (days: number) => Math.round(entries.startedAt + days * dayMilliseconds)
  const note = (name: string, id = '') => {
    entries.made[name] = id
    file.write(entries)
  }
  const once: Once = async (name, make, daysAgo = 0) => {
    const present = entries.made[name]
    if (present !== undefined) return present
    const seed = createHash('sha256').update(`${owner} ${name}`).digest('hex')
    const attempt = () => {
      const replay = replayOf(seed, timeIn(-daysAgo))
      const context = { requestId: `demo ${name}`, confirmSession: noSession, replay }
      return inRequest(context, make).catch((error: unknown) => {
        const [first] = replay.ids
        // made by a start that was cut off more than a day ago, and nothing else is known of it any more
        if (error instanceof ConflictError && first !== undefined) return { id: first }
        throw error
      })
    }
    const { id } = await whileBusy(attempt)
    note(name, id)
    return id
  }
  return {
    once,
    note,
    has: (name) => entries.made[name] !== undefined,
    count: (beginning) => Object.keys(entries.made).filter((name) => name.startsWith(beginning)).length,
    inDays: (days) => new Date(timeIn(days)),
  }
}
