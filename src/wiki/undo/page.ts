import type { KindUndo, OwnCall } from '../../platform/history/undo-operations.ts'
import { readPageContent, type StoredContent } from '../page/content.ts'
import { deletePage } from '../endpoints/delete-page.ts'
import { readPage } from '../endpoints/read-page.ts'
import { restoreRevision } from '../endpoints/restore-revision.ts'
import { subscribePage } from '../endpoints/subscribe-page.ts'
import { unsubscribePage } from '../endpoints/unsubscribe-page.ts'
import { updatePage } from '../endpoints/update-page.ts'
import { requirePage } from '../page/access.ts'
import { pages, pageType, type StoredPage } from '../page/page.ts'
import { revisions } from '../page/revision/revision.ts'

/**
 * Returns true if two revisions of a page have the same text; a restored revision shares the stored text of the
 * original.
 */
const isSameText = async (owner: string, a: StoredContent, b: StoredContent): Promise<boolean> => {
  if (a.id === b.id) return true
  if (a.bytes !== b.bytes) return false
  const [one, other] = await Promise.all([a, b].map((text) => readPageContent(owner, text)))
  return one !== undefined && one === other
}

/**
 * Returns true if the current title and text of a page equal a revision, because restoring a revision sets both; false
 * if the revision does not exist. Throws 404 if the page does not exist or the caller may not read it.
 */
const hasRevision = async ({ actor, change, value }: OwnCall): Promise<boolean> => {
  const { revision: number } = value as { revision: number }
  const [page, revision] = await Promise.all([
    pages.get({ id: change.object_id }),
    revisions.find({ page_id: change.object_id, number }),
  ])
  const { page: placed } = await requirePage(actor, page)
  if (revision?.title !== placed.title) return false
  return isSameText(pages.keyOf(page).pk, revision.text, placed.text)
}

export const pageUndo: KindUndo = {
  [pageType.type]: {
    read: readPage,
    update: updatePage,
    fields: {
      content: {
        present: ({ revision, content }: { revision: number; content: string }) => ({
          revision,
          size: Buffer.byteLength(content),
        }),
        isPresent: hasRevision,
        operation: restoreRevision,
        argumentsOf: ({ revision }: { revision: number }) => ({ number: revision }),
      },
      space_id: {
        refusal: ({ parent_id, status }: Pick<StoredPage, 'parent_id' | 'status'>, fields) => {
          if (parent_id === null || fields.includes('parent_id')) return undefined
          return status === 'draft'
            ? 'The draft has a parent in its current space; remove the parent first.'
            : 'The page moved together with its parent, and can be moved back only together with it.'
        },
      },
    },
    remove: deletePage,
  },
  page_subscription: {
    idsOf: ({ resource_id }) => ({ id: resource_id }),
    remove: unsubscribePage,
    restore: subscribePage,
  },
}
