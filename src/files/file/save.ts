import { Person, timestamp } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'

/**
 * The save that created the present contents: number of the version, author and time. The ID is unique for every save,
 * including a restored version.
 */
export const FileSave = z.object({ id: z.string(), number: z.int(), author: Person, at: timestamp })

interface Saved {
  object_id: string
  save: z.output<typeof FileSave> | null
}

/** Returns the number of the present version, starting at 1. */
export const currentVersionNumber = ({ save }: Pick<Saved, 'save'>): number => save?.number ?? 1

/** Returns the ID of the person who stored the present bytes. */
export const lastSaverId = ({ save, owner }: Pick<Saved, 'save'> & { owner: { id: string } }): string =>
  (save?.author ?? owner).id

/** Returns an ID that changes with every save of a file and never repeats. */
export const currentSaveId = ({ save, object_id }: Saved): string => save?.id ?? object_id
