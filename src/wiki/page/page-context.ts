import type { Actor } from '../../platform/identity/actor.ts'
import { spacePolicy } from '../space/access.ts'
import { spaces } from '../space/space.ts'
import { findBreadcrumbs } from './breadcrumbs.ts'
import type { StoredPage } from './page.ts'
import { subscriptions } from './subscription.ts'

/**
 * Returns the breadcrumbs, permission and subscription shown with a page that the caller may see; one round trip if the
 * page stores its ancestors.
 */
export const findPageContext = async (actor: Actor, page: StoredPage) => {
  const [breadcrumbs, space, subscription] = await Promise.all([
    findBreadcrumbs(page),
    spaces.find({ id: page.space_id }),
    subscriptions.find({ page_id: page.id, user_id: actor.id }),
  ])
  const permission = (space && spacePolicy.decide(space, actor)?.permission) ?? null
  return { breadcrumbs, permission, is_subscribed: subscription !== undefined }
}
