import { environment } from '../runtime/environment.ts'
import { epochSeconds } from '../runtime/time.ts'
import * as z from '../schema/schema.ts'
import { writeBatch } from '../table/batch/batch-write.ts'
import { entity } from '../table/entity.ts'

const daySeconds = 86_400

/**
 * That a change was taken back, as long as it is in the history: what then differs from it is no change by others.
 */
const undoneChanges = entity({
  name: 'undo.undone_change',
  isInternal: true,
  schema: z.object({ id: z.string(), until: z.int() }),
  key: ({ id }: { id: string }) => ({ pk: `undone#${id}`, sk: 'change' }),
  expires: ({ until }) => until,
})

/** Which of these changes were taken back before, by their ids. */
export const undoneAmong = async (changes: { id: string }[]): Promise<Set<string>> => {
  const found = await undoneChanges.findMany(changes)
  return new Set(found.flatMap((undone) => undone?.id ?? []))
}

/** Keeps that a change is taken back. */
export const keepUndone = ({ id }: { id: string }): Promise<void> => {
  const until = epochSeconds() + environment.historyDays * daySeconds
  return writeBatch([undoneChanges.itemOf({ id, until })], [])
}
