import { remind } from '../../notifications/notify.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { worker } from '../../platform/events/worker.ts'
import { findPrincipal } from '../../platform/identity/principals.ts'
import { linkTo } from '../../platform/resource.ts'
import { spacePolicy } from '../space/access.ts'
import { findPageSpace } from '../page/page-space.ts'
import { pages, pageType } from '../page/page.ts'
import { pageReviews } from '../queues.ts'

/**
 * Reminds the author of a page to review it, unless the review date has changed or the author may no longer read the
 * page.
 */
export const remindAuthor = worker(pageReviews, {}, async ({ page_id, review_at }) => {
  const page = await pages.find({ id: page_id })
  const about = { type: 'page_review_due', id: page_id }
  if (page?.review_at !== review_at || page.status !== 'published') return logOutcome(about, 'obsolete')
  const [around, author] = await Promise.all([findPageSpace(page), findPrincipal(page.author.id)])
  if (!author?.is_active) return logOutcome(about, 'inactive', [page.author.id])
  if (!around || !spacePolicy.decide(around.space, author)) return logOutcome(about, 'no_access', [author.id])
  await remind([author.id], {
    type: 'page_review_due',
    actor: null,
    resource: linkTo(pageType, page),
    within: page.space_id,
    cause: `wiki.review#${page_id}#${review_at}`,
  })
})
