import { timestamp } from '../../../platform/schema/fields.ts'
import * as z from '../../../platform/schema/schema.ts'
import { entity, within, type ThingOf } from '../../../platform/table/entity.ts'
import type { Operation } from '../../../platform/table/operation.ts'
import { now } from '../../../platform/runtime/time.ts'
import { trashEntries } from '../../../platform/trash/entry.ts'
import type { StoredPage } from '../page.ts'

/**
 * A draft that became a root when an ancestor was deleted, stored with the trash entry of that ancestor; `parent_id` is
 * the former parent, to which the draft returns.
 */
export const detachedDrafts = entity({
  name: 'wiki.left_draft',
  schema: z.object({ entry_id: z.string(), id: z.string(), parent_id: z.string(), left_at: timestamp }),
  ...within('entry_id', trashEntries, 'left-draft', ({ id }: { id: string }) => id),
})

export type DetachedDraft = ThingOf<typeof detachedDrafts>

/** Returns the writes that record the former parents of drafts detached by a trash entry. */
export const toRecordDetachedDrafts = (entry_id: string, drafts: StoredPage[]): Operation[] => {
  const left_at = now()
  return drafts.flatMap(({ id, parent_id }) =>
    parent_id === null ? [] : [detachedDrafts.toPut({ entry_id, id, parent_id, left_at })],
  )
}
