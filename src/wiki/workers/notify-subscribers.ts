import { notify } from '../../notifications/notify.ts'
import { logOutcome } from '../../notifications/outcome.ts'
import { linkTo } from '../../platform/resource.ts'
import { readList } from '../../platform/table/list/list.ts'
import { fanOut } from '../../platform/events/fan-out.ts'
import { findPageSpace } from '../page/page-space.ts'
import { pages, pageType } from '../page/page.ts'
import { revisionEvents } from '../queues.ts'
import { readersAmong } from '../space/access.ts'
import { revisions, type StoredRevision } from '../page/revision/revision.ts'
import { subscriptions } from '../page/subscription.ts'

const toNotification = ({ page_id, number, title, comment, author, created_at }: StoredRevision) => ({
  type: 'page_updated' as const,
  params: { comment },
  actor: author,
  resource: linkTo(pageType, { id: page_id, title }),
  cause: `wiki.revision#${page_id}#${number}`,
  at: created_at,
})

/** Notifies the subscribers of a page of a revision, except its author and people who may no longer read the page. */
export const notifySubscribers = fanOut(revisionEvents, async ({ page_id, number }, rows) => {
  const [page, revision, { items, next_cursor }] = await Promise.all([
    pages.find({ id: page_id }),
    revisions.find({ page_id, number }),
    readList(subscriptions.in('all', { page_id }), rows),
  ])
  const around = page && (await findPageSpace(page))
  if (!around || !revision || page.status === 'draft')
    return logOutcome({ type: 'page_updated', id: page_id }, 'obsolete')
  const early = items.filter(({ since }) => since < number).map(({ user_id }) => user_id)
  const due = early.filter((id) => id !== revision.author.id)
  const event = { ...toNotification(revision), within: page.space_id }
  await notify(await readersAmong(around.space, due), event, {
    joined_later: items.map(({ user_id }) => user_id),
    own_action: early,
    no_access: due,
  })
  return next_cursor
})
