import { timestamp } from '../../platform/schema/fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { entity, within, type ThingOf } from '../../platform/table/entity.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { now } from '../../platform/runtime/time.ts'
import { trashEntries } from '../../platform/trash/entry.ts'
import type { StoredPage } from '../page/page.ts'

/**
 * A draft that stayed behind as a root when a page above it was deleted, beside the entry of that page: what it was
 * below, where it goes back to.
 */
export const leftDrafts = entity({
  name: 'wiki.left_draft',
  schema: z.object({ entry_id: z.string(), id: z.string(), parent_id: z.string(), left_at: timestamp }),
  ...within('entry_id', trashEntries, 'left-draft', ({ id }: { id: string }) => id),
})

export type LeftDraft = ThingOf<typeof leftDrafts>

/** The writes by which it stays known what drafts were below that an entry of the trash has left behind. */
export const toRememberDrafts = (entry_id: string, drafts: StoredPage[]): Operation[] => {
  const left_at = now()
  return drafts.flatMap(({ id, parent_id }) =>
    parent_id === null ? [] : [leftDrafts.toPut({ entry_id, id, parent_id, left_at })],
  )
}
