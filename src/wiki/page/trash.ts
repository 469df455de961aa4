import type { Actor } from '../../platform/identity/actor.ts'
import { requirement } from '../../platform/identity/policy.ts'
import { Problem } from '../../platform/runtime/problem.ts'
import { tryWrite } from '../../platform/table/conflict.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact, writeTogether } from '../../platform/table/table.ts'
import type { NewPlace, TrashDefinition } from '../../platform/trash/definition.ts'
import { trashEntries, type StoredEntry } from '../../platform/trash/entry.ts'
import {
  loadTrashedWithin,
  nextVersion,
  restoredThing,
  trashedThing,
} from '../../platform/trash/trashed-things.ts'
import { toTakeOut } from '../../platform/trash/moves.ts'
import { findChunks } from '../../platform/trash/trash-chunk.ts'
import { containerMissing, parentMissing } from '../../platform/trash/problems.ts'
import { requireSpaceWriter, spacePolicy } from '../space/access.ts'
import { children } from './tree/child.ts'
import { readPageContent } from './content.ts'
import { authorizePage } from './access.ts'
import { countInTree, requireParentPage, toCountNewChild, toCountPages } from './tree/parent.ts'
import { findSpaceAndTree } from './page-space.ts'
import { countBelow, sweepBelow, sweepItems } from './tree/page-tree.ts'
import { pages, pageType, parentPartition, type StoredPage } from './page.ts'
import { spaces } from '../space/space.ts'
import { findPageContext } from './page-context.ts'
import { hasHiddenDescendants, trees, withoutSweep, type Tree } from '../space/tree.ts'

/** Returns the trash entry of a page; its revisions, comments and subscriptions stay where they are. */
export const trashedPage = (page: StoredPage) => ({
  type: pageType.type,
  id: page.id,
  title: page.title,
  owner_id: page.author.id,
  container_id: page.space_id,
  item: pages.itemOf(page),
})

/**
 * Returns the parent of a page. Throws 409 if the former parent can no longer hold the page, 422 if a new parent given
 * by the caller cannot. A draft takes its place only when it is published.
 */
const requirePageParent = async (page: StoredPage, isGiven: boolean): Promise<StoredPage | undefined> => {
  if (page.parent_id === null || (page.status === 'draft' && !isGiven)) return undefined
  return requireParentPage(page, page.parent_id).catch((error: unknown) => {
    throw error instanceof Problem && !isGiven ? parentMissing('page') : error
  })
}

/** Returns the writes that restore and count a page and all its descendants in one transaction. */
const toRestoreTree = (
  entry: StoredEntry,
  page: StoredPage,
  tree: Tree,
  { items, removals }: Awaited<ReturnType<typeof findChunks>>,
): Operation[] => {
  const below = items.map((item) => nextVersion(pages.read(item)))
  const isInPlace = hasHiddenDescendants(tree, entry.id)
  const counted = isInPlace && entry.is_whole ? entry.item_count - 1 : 0
  return [
    pages.toRestore(page),
    ...below.map((one) => pages.toRestore(one)),
    ...removals,
    ...(isInPlace ? [trees.toUpdate(tree, { sweeps: withoutSweep(tree, entry.id) })] : []),
    toCountPages(page.space_id, counted + countInTree(page) + below.length),
  ]
}

const requireSpace = requirement(spacePolicy, trashEntries.absent)

const restorePage = async (actor: Actor, entry: StoredEntry, { parent_id }: NewPlace) => {
  const stored = restoredThing(pages, entry)
  const page = parent_id === undefined ? stored : pages.toUpdate(stored, { parent_id }).thing
  const { id, space_id } = page
  const [{ space, tree }, parts, around, content, parent] = await Promise.all([
    findSpaceAndTree(space_id),
    findChunks(entry),
    findPageContext(actor, page),
    readPageContent(pages.keyOf(page).pk, page.text),
    requirePageParent(page, parent_id !== undefined),
  ])
  if (!space || !tree) throw containerMissing('space')
  requireSpace(actor, space)
  await transact([
    // a conflict reloads items that were removed meanwhile
    ...[
      ...toRestoreTree(entry, page, tree, parts),
      ...toCountNewChild(page, parent, parentMissing('page')),
    ].map((operation) => ({ ...operation, otherwise: undefined })),
    children.toPut({ parent: parentPartition(page), id }),
    ...toTakeOut(entry),
  ])
  return { ...page, ...around, content: content ?? '' }
}

/** Counts the pages hidden below a deleted page in its trash entry, and subtracts them from the space. */
const countHidden = async (entry: StoredEntry, until: number): Promise<boolean> => {
  const { space_id } = trashedThing(pages, entry)
  const count = await countBelow(entry.id, until)
  if (count === undefined) return false
  const present = await trashEntries.find(entry)
  if (present?.state !== 'trashed' || present.is_whole || !(await spaces.find({ id: space_id }))) return true
  const update = trashEntries.toUpdate(present, { is_whole: true })
  const counting = [
    trashEntries.toIncrement(present, { add: { item_count: count } }, update),
    toCountPages(space_id, -count),
  ]
  return tryWrite(() => transact(counting))
}

const sweepTree = async (entry: StoredEntry, until: number): Promise<boolean> => {
  const { id } = entry
  const { space_id } = trashedThing(pages, entry)
  if (!(await sweepBelow(entry.is_whole ? null : space_id, pages.keyOf({ id }).pk, until))) return false
  if (!(await sweepItems(id, until))) return false
  const [tree, { removals }] = await Promise.all([trees.find({ space_id }), findChunks(entry)])
  if (tree && hasHiddenDescendants(tree, id))
    await trees.update(tree, (current) => ({ sweeps: withoutSweep(current, id) }))
  for (const removal of removals) await writeTogether([removal])
  return true
}

/**
 * Writers of the space and the author of a page may restore it; a draft is visible only to people who could see it
 * before.
 */
export const pageTrash: TrashDefinition = {
  load: loadTrashedWithin(pages, spaces, (page, space, reader, entry) => {
    const permission = authorizePage(page, space, reader)?.permission
    if (!permission) return undefined
    if (permission === 'admin' || page.author.id === reader.id) return 'purge'
    if (spacePolicy.includes(permission, 'write')) return 'restore'
    return entry.deleted_by.id === reader.id ? 'see' : undefined
  }),
  requireContainer: async (actor, id) => {
    requireSpaceWriter(actor, await spaces.find({ id }))
  },
  takes: ['parent_id'],
  restore: restorePage,
  // a page belongs to its space, regardless of its author
  erase: async () => undefined,
  follow: countHidden,
  sweep: sweepTree,
}
