import { isDeepStrictEqual } from 'node:util'
import type { Actor } from '../platform/identity/actor.ts'
import type { Changes, IfMatch } from '../platform/table/changes.ts'
import { requireFixed } from '../platform/schema/fields.ts'
import { conflict, invalid } from '../platform/runtime/problem.ts'
import { ignoreConflict } from '../platform/table/conflict.ts'
import { transact, writeItem } from '../platform/table/table.ts'
import type { Operation } from '../platform/table/operation.ts'
import { requireSpace } from './access.ts'
import { children } from './child.ts'
import { readContent, newText, toStoreContent } from './content.ts'
import type { RevisionDraft, PreparedDraft } from './revision-draft.ts'
import { findSpaceAndTree, isGone, findWithAncestors, requirePage } from './page-access.ts'
import { pages, parentPartition, type StoredPage } from './page.ts'
import { findDescendants } from './page-tree.ts'
import { addRevision, prepareDraft, toRevise } from './revision-changes.ts'
import { revisions } from './revision.ts'
import { spaces } from './space.ts'
import { trees, withSweep, type Tree } from './tree.ts'

type NewPage = Pick<StoredPage, 'space_id' | 'parent_id' | 'position' | 'title' | 'tags'> & {
  content: string
}

const invalidParent = () => invalid('parent_id', 'must be the id of a page of the space')

/** The writes that count a page below another one, or no longer; none for a root. */
const toCountChild = ({ parent_id }: Pick<StoredPage, 'parent_id'>, amount: 1 | -1): Operation[] =>
  parent_id === null ? [] : [pages.toAdd({ id: parent_id }, 'children_count', amount)]

/** Makes a page with its first revision; throws 422 when the space or the parent is none that the caller sees. */
export const addPage = async (author: Actor, { content, ...fields }: NewPage) => {
  const { space_id, parent_id } = fields
  const [{ space, tree }, parent] = await Promise.all([
    findSpaceAndTree(space_id),
    parent_id === null ? undefined : pages.find({ id: parent_id }),
  ])
  requireSpace(author, space, 'write', () => invalid('space_id', 'must be the id of a space'))
  if (parent_id !== null && parent?.space_id !== space_id) throw invalidParent()
  if (parent_id !== null && (await isGone(tree, parent_id))) throw invalidParent()

  const text = newText(content)
  const page = pages.make({ ...fields, author, revision: 1, text })
  const { id: page_id, title, created_at } = page
  const revision = revisions.make({ page_id, number: 1, title, text, author, size: text.bytes, created_at })
  await transact([
    pages.toCreate(page),
    children.toCreate({ parent: parentPartition(page), id: page_id }),
    revisions.toCreate(revision),
    ...toStoreContent(pages.keyOf(page).pk, text, content),
    {
      ...spaces.toAdd({ id: space_id }, 'page_count', 1),
      otherwise: invalid('space_id', 'must be the id of a space'),
    },
    ...toCountChild(page, 1).map((operation) => ({ ...operation, otherwise: invalidParent() })),
  ])
  return page
}

type PageChanges = Changes<Pick<StoredPage, 'parent_id' | 'position' | 'status' | 'tags'>>

const requireParent = async (page: StoredPage, parent_id: string) => {
  const line = await findWithAncestors(parent_id)
  if (line?.[0]?.space_id !== page.space_id) throw invalidParent()
  if (line.some(({ id }) => id === page.id))
    throw invalid('parent_id', 'must not be the page itself or one below it')
}

interface PageEdit {
  changes: PageChanges
  /** What is to be shown from then on, if it is another title or content. */
  draft: Omit<RevisionDraft, 'author'>
  space_id: string | undefined
}

/** The changes of fields that are not as they are to be. */
const changedFields = (page: StoredPage, changes: PageChanges): PageChanges =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => value !== undefined && !isDeepStrictEqual(value, page[field as keyof PageChanges]),
    ),
  )

const needsRevision = async (
  page: StoredPage,
  { title = page.title, content, text }: PreparedDraft,
): Promise<boolean> => {
  if (title !== page.title) return true
  if (content === undefined || text === undefined) return false
  return text.bytes !== page.text.bytes || content !== (await readContent(pages.keyOf(page).pk, page.text))
}

/**
 * Changes or moves a page, and revises it when title or content differ, all or nothing. Throws 422 for a place below
 * itself or in another space, 412, 409 when the draft was made from an older revision.
 */
export const changePage = async (
  actor: Actor,
  first: StoredPage,
  { changes, draft: given, space_id }: PageEdit,
  ifMatch: IfMatch,
): Promise<StoredPage> => {
  const draft = prepareDraft(actor, given)

  const change = async (current: StoredPage): Promise<StoredPage> => {
    const [{ tree }, revised] = await Promise.all([
      requirePage(actor, current, 'write'),
      needsRevision(current, draft),
    ])
    requireFixed(current, { space_id }, 'a page cannot move to another space')
    if (current.numbers[draft.id] !== undefined) return current // a request that was cut off has made it so
    const { parent_id } = { ...current, ...(changes.parent_id !== undefined && changes) }
    const isMoved = parent_id !== current.parent_id
    if (isMoved && parent_id) await requireParent(current, parent_id)

    const { update, operations } = revised
      ? toRevise(current, draft, ifMatch, changes)
      : { update: pages.toUpdate(current, changes, ifMatch), operations: [] }
    if (update.isSame) return current
    const moves = isMoved ? toMove(current, update.thing, tree) : []
    if (operations.length + moves.length === 0) await writeItem(update)
    else await transact([update, ...operations, ...moves])
    return update.thing
  }

  const changed = await ignoreConflict(() => change(first))
  if (changed) return changed
  if (Object.keys(changedFields(first, changes)).length > 0) return pages.modify(first, change)
  // the way for many at once: nobody who revises alone has to be faster than the others
  if (await needsRevision(first, draft)) await addRevision(actor, first, given, ifMatch)
  return pages.get(first)
}

const toMove = (before: StoredPage, after: StoredPage, tree: Tree): Operation[] => [
  trees.toUpdate(tree, {}),
  children.toRemove({ parent: parentPartition(before), id: before.id }),
  children.toCreate({ parent: parentPartition(after), id: after.id }),
  ...toCountChild(before, -1),
  ...toCountChild(after, 1).map((operation) => ({ ...operation, otherwise: invalidParent() })),
]

/**
 * Removes a page, with `recursive` all below it as well: up to 90 pages with it, together; of more, the page
 * itself, and the others are swept behind it while reads look whether everything above a page is still there.
 */
export const removePage = (actor: Actor, first: StoredPage, recursive: boolean, ifMatch: IfMatch) =>
  pages.modify(first, async (current) => {
    const { tree } = await requirePage(actor, current, 'write')
    const { id, space_id, children_count } = current
    const removal = pages.toRemoveRead(current, ['children_count'], ifMatch)
    if (children_count > 0 && !recursive)
      throw conflict(
        'wiki.page_has_children',
        'The page has pages below it; recursive=true deletes them too.',
      )

    const below = await findDescendants(current)
    await transact([
      removal,
      children.toRemove({ parent: parentPartition(current), id }),
      ...toCountChild(current, -1),
      spaces.toAdd({ id: space_id }, 'page_count', -1 - (below?.length ?? 0)),
      ...(below?.map((page) => pages.toRemoveRead(page, ['children_count'])) ?? [
        trees.toUpdate(tree, { sweeps: withSweep(tree, id) }),
      ]),
    ])
  })
