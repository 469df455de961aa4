import type { Actor } from '../../../platform/identity/actor.ts'
import type { Operation } from '../../../platform/table/operation.ts'
import { invalidSpace } from '../../space/access.ts'
import { ancestorsBelow } from '../breadcrumbs.ts'
import type { PlacedPage } from '../page-space.ts'
import { pages, type Place, type StoredPage } from '../page.ts'
import { pageParentMissing } from '../status.ts'
import { findDestinationTree } from './page-move.ts'
import {
  canHaveChild,
  countInTree,
  invalidParentPage,
  toCountNewChild,
  toCountPages,
  toListChild,
} from './parent.ts'
import type { Placement } from './placement.ts'

/**
 * Returns the additional writes of a change of a draft: they list the draft in its new space, and add the page to the
 * tree when it is published. Publishing throws 409 if the parent is missing, and so do the writes if the parent is
 * deleted or moved to another space before the transaction.
 */
const toPlaceDraft = (before: StoredPage, after: StoredPage, parent: StoredPage | undefined): Operation[] => {
  const { space_id, parent_id } = after
  const isPublishing = after.status !== 'draft'
  if (!isPublishing && space_id === before.space_id) return []
  if (isPublishing && parent_id !== null && !parent) throw pageParentMissing(parent_id)
  const spaceMissing = space_id === before.space_id ? pages.absent() : invalidSpace()
  return [
    ...toListChild(before, after),
    ...(parent ? toCountNewChild(after, parent, pageParentMissing(parent.id)) : []),
    { ...toCountPages(space_id, countInTree(after)), otherwise: spaceMissing },
  ]
}

/**
 * Resolves and checks the place where the author of a draft wants to publish it. Throws 422 if a new place cannot be
 * taken, 403 for a space that the caller may not write. An earlier place is checked only when the draft is published,
 * because its parent may have been deleted or moved since (decision 0025).
 */
export const findDraftPlace = async (
  actor: Actor,
  { page: draft, tree }: PlacedPage,
  place: Place,
  isPublishing: boolean,
): Promise<Placement> => {
  const { space_id, parent_id } = place
  const isLeaving = space_id !== draft.space_id
  const isNew = isLeaving || parent_id !== draft.parent_id
  const [target, found] = await Promise.all([
    isLeaving ? findDestinationTree(actor, space_id) : tree,
    parent_id !== null && (isNew || isPublishing) ? pages.find({ id: parent_id }) : undefined,
  ])
  const parent = found && (await canHaveChild(found, space_id, target)) ? found : undefined
  if (isNew && parent_id !== null && !parent) throw invalidParentPage()
  return {
    fields: { space_id, parent_id, ...(isPublishing && { ancestors: ancestorsBelow(parent) }) },
    toWrite: (update, others) => [update, ...others, ...toPlaceDraft(draft, update.thing, parent)],
  }
}
