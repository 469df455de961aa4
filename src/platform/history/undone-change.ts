import { environment } from '../runtime/environment.ts'
import { epochSeconds } from '../runtime/time.ts'
import * as z from '../schema/schema.ts'
import { writeBatch } from '../table/batch/batch-write.ts'
import { entity } from '../table/entity.ts'

const daySeconds = 86_400

/**
 * Record that a change was undone, kept as long as its history entry: later differences from the change are then not
 * conflicts with other people's changes.
 */
const undoneChanges = entity({
  name: 'undo.undone_change',
  isInternal: true,
  schema: z.object({ id: z.string(), until: z.int() }),
  key: ({ id }: { id: string }) => ({ pk: `undone#${id}`, sk: 'change' }),
  expires: ({ until }) => until,
})

/** Returns the IDs of those changes that were undone before. */
export const undoneAmong = async (changes: { id: string }[]): Promise<Set<string>> => {
  const found = await undoneChanges.findMany(changes)
  return new Set(found.flatMap((undone) => undone?.id ?? []))
}

/** Records that a change was undone. */
export const keepUndone = ({ id }: { id: string }): Promise<void> => {
  const until = epochSeconds() + environment.historyDays * daySeconds
  return writeBatch([undoneChanges.itemOf({ id, until })], [])
}
