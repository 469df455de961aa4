import { schedule } from '../../platform/events/schedule.ts'
import type { StoredPage } from './page.ts'
import { pageReviews } from '../queues.ts'

/** The reminder of a page's author at its review date; a draft and an archived page need no review. */
export const reviewReminders = schedule<StoredPage>(({ id, status, review_at }) =>
  review_at === null || status !== 'published'
    ? []
    : [{ at: review_at, message: pageReviews.message({ page_id: id, review_at }) }],
)
