import type { Changes } from '../../../platform/table/changes.ts'
import type { Operation } from '../../../platform/table/operation.ts'
import type { pages, StoredPage } from '../page.ts'

/** Place that a page is to have, and the writes that put the page there. */
export interface Placement {
  fields: Changes<StoredPage>
  /** Returns the writes of a change of the page; `others` are the writes of its revision. */
  toWrite: (update: ReturnType<typeof pages.toUpdate>, others: Operation[]) => Operation[]
}
