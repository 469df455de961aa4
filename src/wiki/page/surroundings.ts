import type { Actor } from '../../platform/identity/actor.ts'
import { spacePolicy } from '../space/access.ts'
import { spaces } from '../space/space.ts'
import { findBreadcrumbs } from './breadcrumbs.ts'
import type { StoredPage } from './page.ts'
import { subscriptions } from './subscription.ts'

/** What a page that somebody may see is shown with: in one round trip where the page knows those above it. */
export const findSurroundings = async (actor: Actor, page: StoredPage) => {
  const [breadcrumbs, space, subscription] = await Promise.all([
    findBreadcrumbs(page),
    spaces.find({ id: page.space_id }),
    subscriptions.find({ page_id: page.id, user_id: actor.id }),
  ])
  const permission = (space && spacePolicy.decide(space, actor)?.permission) ?? null
  return { breadcrumbs, permission, is_subscribed: subscription !== undefined }
}
