import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { ConflictError } from '../../../src/platform/table/conflict.ts'
import { inRequest, noSession, newReplay } from '../../../src/platform/runtime/request-context.ts'
import { jsonFile } from '../machine/data-folder.ts'
import { whileBusy } from './while-busy.ts'

interface Entries {
  /** User of the table that the journal describes; the demo is created again in a table with another user. */
  owner: string
  /** Time of the first start in milliseconds since 1970; all dates of the demo are relative to it. */
  startedAt: number
  /** IDs of created resources, by name. */
  made: Record<string, string>
}

/** Creates a resource of the demo unless it exists, dated this many days before the first start; returns its ID. */
export type Once = (name: string, make: () => Promise<{ id: string }>, daysAgo?: number) => Promise<string>

/** Record of the demo's created resources, in the data folder. */
export interface Journal {
  once: Once
  has: (name: string) => boolean
  /** Records that a resource exists. */
  note: (name: string, id?: string) => void
  /** Returns the number of resources whose names have this prefix. */
  count: (beginning: string) => number
  /** Returns the time this many days after the first start; before it if negative. */
  inDays: (days: number) => Date
}

const dayMilliseconds = 86_400_000

/**
 * Opens the journal. Each resource is created like a request with an `Idempotency-Key`: its name determines all IDs and
 * times, so that a start after an interruption continues and creates nothing twice.
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
      const replay = newReplay(seed, timeIn(-daysAgo))
      const context = { requestId: `demo ${name}`, confirmSession: noSession, replay }
      return inRequest(context, make).catch((error: unknown) => {
        const [first] = replay.ids
        // an interrupted start created it more than a day ago, and its idempotency record has expired
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
