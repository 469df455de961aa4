import { problemDocs } from '#docs'
import { problem } from '../../platform/runtime/problem.ts'
import type { StoredPage } from './page.ts'

export const pageArchived = problem(
  'wiki.page_archived',
  409,
  'The page is archived; set its "status" to "published" first.',
)

export const pagePublished = problem(
  'wiki.page_published',
  409,
  'The page has been published and cannot become a draft again.',
)

export const pageDraft = problem(
  'wiki.page_draft',
  409,
  'The page is a draft; only a published page can be archived.',
)

export const pageParentMissing = problem('wiki.parent_missing', 409, {
  wording: (id: string) =>
    `The parent page "${id}" is not in the space; send another "parent_id", or null for none.`,
  docs: problemDocs({
    meaning:
      'The draft cannot be published below its parent, which was deleted or moved to another space; the detail ' +
      'names the parent.',
    example: ['01981cf0-4d5a-7c3b-9e2f-8a6b5c4d3e2f'],
  }),
})

/** Throws 409 for an archived page: it is read-only until it is published again. */
export const requirePublished = ({ status }: Pick<StoredPage, 'status'>): void => {
  if (status === 'archived') throw pageArchived()
}

/**
 * Throws 409 for an invalid change of status: a published page cannot become a draft, and a draft cannot be archived.
 */
export const requireNextStatus = (before: StoredPage, after: StoredPage): void => {
  if (before.status !== 'draft' && after.status === 'draft') throw pagePublished()
  if (before.status === 'draft' && after.status === 'archived') throw pageDraft()
}
