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
