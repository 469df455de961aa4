import type { Actor } from '../../platform/identity/actor.ts'
import type * as z from '../../platform/schema/schema.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { invalidSpace, requireDestination, spacePolicy } from '../space/access.ts'
import { ancestorsBelow, findBreadcrumbs } from './breadcrumbs.ts'
import { children } from './tree/child.ts'
import { newStoredContent, toStoreContent } from './content.ts'
import { findEmbeddedFiles, toSyncPageFiles } from './files.ts'
import { canHaveChild, countInTree, invalidParentPage, toCountNewChild, toCountPages } from './tree/parent.ts'
import { findSpaceAndTree } from './page-space.ts'
import { pages, parentPartition, type NewPage } from './page.ts'
import { revisions } from './revision/revision.ts'
import { subscriptions } from './subscription.ts'

/**
 * Creates a page with its first revision and subscribes the author. Throws 422 if the caller cannot see the space or
 * the parent. `toLink` returns further writes of the transaction, again for each attempt.
 */
export const addPage = async (
  author: Actor,
  { content, ...fields }: z.output<typeof NewPage>,
  toLink?: (page_id: string, attempt: number) => Promise<Operation[]>,
) => {
  const { space_id, parent_id } = fields
  const [{ space, tree }, parent, shown] = await Promise.all([
    findSpaceAndTree(space_id),
    parent_id === null ? undefined : pages.find({ id: parent_id }),
    findEmbeddedFiles(author, content),
  ])
  const permission = spacePolicy.decide(requireDestination(author, space), author)?.permission ?? null
  if (parent_id !== null && !(parent && (await canHaveChild(parent, space_id, tree))))
    throw invalidParentPage()

  const text = newStoredContent(content, shown)
  const ancestors = fields.status === 'draft' ? [] : ancestorsBelow(parent)
  const page = pages.make({ ...fields, author, revision: 1, text, ancestors })
  const { id: page_id, title, created_at } = page
  const revision = revisions.make({ page_id, number: 1, title, text, author, size: text.bytes, created_at })
  const operations = [
    pages.toCreate(page),
    children.toCreate({ parent: parentPartition(page), id: page_id }),
    revisions.toCreate(revision),
    ...toStoreContent(pages.keyOf(page).pk, text, content),
    ...toSyncPageFiles(undefined, page),
    { ...toCountPages(space_id, countInTree(page)), otherwise: invalidSpace() },
    subscriptions.toCreate(subscriptions.make({ page_id, user_id: author.id, since: 0, space_id })),
  ]
  const create = async (attempt: number) => {
    const above = attempt === 0 || !parent ? parent : await pages.find(parent)
    if (parent && !above) throw invalidParentPage()
    const linking = (await toLink?.(page_id, attempt)) ?? []
    return transact([...operations, ...linking, ...toCountNewChild(page, above, invalidParentPage())])
  }
  const [breadcrumbs] = await Promise.all([findBreadcrumbs(page), retryOnConflict(create)])
  return { ...page, breadcrumbs, permission, is_subscribed: true }
}
