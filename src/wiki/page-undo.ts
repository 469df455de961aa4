import type { OwnCall } from '../platform/history/undo-definition.ts'
import { readContent, type StoredContent } from './content.ts'
import { requirePage } from './page-access.ts'
import { pages } from './page.ts'
import { revisions } from './revision.ts'

/** Whether two revisions of a page have one text; each round of restoring shares the text that it restores. */
const isSameText = async (owner: string, a: StoredContent, b: StoredContent): Promise<boolean> => {
  if (a.id === b.id) return true
  if (a.bytes !== b.bytes) return false
  const [one, other] = await Promise.all([a, b].map((text) => readContent(owner, text)))
  return one !== undefined && one === other
}

/**
 * Whether a page says now what it said in a revision, title and text, for those who may read it: restoring a revision
 * sets both. Throws 404.
 */
export const hasRevision = async ({ actor, change, value }: OwnCall): Promise<boolean> => {
  const { revision: number } = value as { revision: number }
  const [page, revision] = await Promise.all([
    pages.get({ id: change.object_id }),
    revisions.find({ page_id: change.object_id, number }),
  ])
  const { page: placed } = await requirePage(actor, page, 'read')
  if (revision?.title !== placed.title) return false
  return isSameText(pages.keyOf(page).pk, revision.text, placed.text)
}
