import { Person, timestamp } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'

/**
 * How a file came to its present contents: which version they are, and who saved them when. Its id differs for every
 * save, also when an older version was restored.
 */
export const FileSave = z.object({ id: z.string(), number: z.int(), author: Person, at: timestamp })

interface Saved {
  object_id: string
  save: z.output<typeof FileSave> | null
}

/** The number of the present version, from 1. */
export const versionNumberOf = ({ save }: Pick<Saved, 'save'>): number => save?.number ?? 1

/** Who stored the present bytes of a file. */
export const saverOf = ({ save, owner }: Pick<Saved, 'save'> & { owner: { id: string } }): string =>
  (save?.author ?? owner).id

/** What changes with every save of a file, and never comes again. */
export const saveIdOf = ({ save, object_id }: Saved): string => save?.id ?? object_id
