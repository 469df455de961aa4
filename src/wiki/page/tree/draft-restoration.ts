import { notify, remind } from '../../../notifications/notify.ts'
import { logOutcome } from '../../../notifications/outcome.ts'
import { linkTo } from '../../../platform/resource.ts'
import { retryOnConflict } from '../../../platform/table/conflict.ts'
import { readAll } from '../../../platform/table/list/list.ts'
import type { Operation } from '../../../platform/table/operation.ts'
import { transact } from '../../../platform/table/table.ts'
import { trashEntries } from '../../../platform/trash/entry.ts'
import { children } from './child.ts'
import { detachedDrafts, type DetachedDraft } from './detached-draft.ts'
import { findSpaceAndTree, isPresent } from '../page-space.ts'
import { pages, pageType, parentPartition, type StoredPage } from '../page.ts'
import { readersAmong } from '../../space/access.ts'

/** Returns true if a draft is still a root and unpublished. */
const isDetached = ({ status, parent_id }: StoredPage): boolean => status === 'draft' && parent_id === null

/** Returns the author of a draft; nobody if the author may no longer read its space. */
const notifiableAuthor = async ({ id, space_id, author }: StoredPage): Promise<string[]> => {
  const { space } = await findSpaceAndTree(space_id)
  const readers = space ? await readersAmong(space, [author.id]) : []
  if (readers.length === 0) logOutcome({ type: 'page_draft_moved', id }, 'no_access', [author.id])
  return readers
}

/** Returns the notification of a detached or reattached draft; it reveals no other pages. */
const draftNotification = (
  draft: StoredPage,
  { entry_id, id, left_at }: DetachedDraft,
  what: 'left' | 'returned',
) => ({
  type: 'page_draft_moved' as const,
  actor: null,
  resource: linkTo(pageType, draft),
  within: draft.space_id,
  cause: `wiki.draft_${what}#${entry_id}#${id}#${left_at}`,
})

/** Notifies the author of a detached draft, unless the draft has been moved, published or reattached. */
export const notifyOfDetachedDraft = async (left: DetachedDraft): Promise<void> => {
  const draft = await pages.find(left)
  if (!draft || !isDetached(draft)) return logOutcome({ type: 'page_draft_moved', id: left.id }, 'obsolete')
  await notify(await notifiableAuthor(draft), {
    ...draftNotification(draft, left, 'left'),
    params: { parent: 'deleted' },
    at: left.left_at,
  })
}

const notifyOfReattachedDraft = async (draft: StoredPage, left: DetachedDraft): Promise<void> => {
  for (const user_id of await notifiableAuthor(draft))
    await remind([user_id], {
      ...draftNotification(draft, left, 'returned'),
      params: { parent: 'restored' },
    })
}

/**
 * Returns the writes that reattach a draft to its former parent; undefined if the parent is not visible in the same
 * space.
 */
const toReattach = async (draft: StoredPage, parent: StoredPage | undefined) => {
  if (!parent || parent.status === 'draft' || parent.space_id !== draft.space_id) return undefined
  const { tree } = await findSpaceAndTree(draft.space_id)
  if (!tree || !(await isPresent(tree, parent.id))) return undefined
  const { id } = draft
  const update = pages.toUpdate(draft, { parent_id: parent.id })
  const operations: Operation[] = [
    { ...update, isUnseen: true },
    children.toRemove({ parent: parentPartition(draft), id }),
    children.toCreate({ parent: parentPartition(update.thing), id }),
    pages.toAddAll({ id: parent.id }, { children_count: 1, draft_count: 1 }),
  ]
  return { operations, returned: update.thing }
}

/**
 * Returns the draft if it is below its former parent again, reattached now or by an earlier run; undefined if it stays.
 */
const restoreDraft = (left: DetachedDraft): Promise<StoredPage | undefined> =>
  retryOnConflict(async () => {
    const [draft, parent] = await pages.findMany([left, { id: left.parent_id }])
    if (!draft || !isDetached(draft)) return draft?.parent_id === left.parent_id ? draft : undefined
    const back = await toReattach(draft, parent)
    if (!back) return undefined
    await transact(back.operations)
    return back.returned
  })

/** Reattaches drafts to the parents they had before an ancestor was deleted, unless that ancestor is deleted again. */
export const restoreDrafts = async (entry_id: string): Promise<void> => {
  if (await trashEntries.find({ id: entry_id })) return
  for (const left of await readAll(detachedDrafts.in('all', { entry_id }))) {
    const draft = await restoreDraft(left)
    if (draft) await notifyOfReattachedDraft(draft, left)
    await detachedDrafts.remove(left)
  }
}
