import type { Changes } from '../../../platform/table/changes.ts'
import type { Operation } from '../../../platform/table/operation.ts'
import type { pages, StoredPage } from '../page.ts'

/** The target place of a page, and the writes that move the page to this place. */
export interface Placement {
  fields: Changes<StoredPage>
  /** Returns the writes of a change of the page; `others` are the writes of its revision. */
  toWrite: (update: ReturnType<typeof pages.toUpdate>, others: Operation[]) => Operation[]
}
