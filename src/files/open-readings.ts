import type { OpenReadings } from '../documents/counted-reading.ts'
import { epochSeconds } from '../platform/runtime/time.ts'
import * as z from '../platform/schema/schema.ts'
import { entity } from '../platform/table/entity.ts'
import { writeItem } from '../platform/table/table.ts'

/** How long it is known that a reading has not ended, in seconds. */
const keptSeconds = 86_400

/** How often an object began to be read for its text without an end. */
const readings = entity({
  name: 'files.reading',
  isInternal: true,
  schema: z.object({ file_id: z.string(), object_id: z.string(), count: z.int(), expires_at: z.int() }),
  key: ({ file_id, object_id }: { file_id: string; object_id: string }) => ({
    pk: `file#${file_id}`,
    sk: `reading#${object_id}`,
  }),
  expires: ({ expires_at }) => expires_at,
})

/** The readings of an object for its text. */
export const openReadingsOf = (file_id: string, object_id: string): OpenReadings => ({
  open: async () => {
    const known = await readings.find({ file_id, object_id })
    const count = (known?.count ?? 0) + 1
    const expires_at = epochSeconds() + keptSeconds
    await writeItem(readings.toPut(readings.make({ file_id, object_id, count, expires_at })))
    return count
  },
  close: () => readings.remove({ file_id, object_id }),
})
