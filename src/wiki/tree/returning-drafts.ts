import { notify, remind } from '../../notifications/notify.ts'
import type { StreamChange } from '../../platform/events/dispatcher.ts'
import { linkTo } from '../../platform/resource.ts'
import { retryOnConflict } from '../../platform/table/conflict.ts'
import { readAll } from '../../platform/table/list/list.ts'
import type { Operation } from '../../platform/table/operation.ts'
import { transact } from '../../platform/table/table.ts'
import { trashEntries, type StoredEntry } from '../../platform/trash/entry.ts'
import { children } from './child.ts'
import { leftDrafts, type LeftDraft } from './left-draft.ts'
import { findSpaceAndTree, isPresent } from '../space/page-space.ts'
import { pages, pageType, parentPartition, type StoredPage } from '../page/page.ts'
import { pageDeletions } from '../queues.ts'
import { readersAmong } from '../space/access.ts'

/** Whether a draft still is where it was left, and nobody else has seen it. */
const isLeft = ({ status, parent_id }: StoredPage): boolean => status === 'draft' && parent_id === null

/** What follows from a draft that was left behind: its author is told. */
export const newsOfLeftDraft = ({ before, after }: StreamChange<LeftDraft>) =>
  before || !after ? [] : [pageDeletions.message({ ...after, of: 'left_draft' })]

/** What follows from a page that is restored: drafts that it has left behind go back. */
export const returnOfDrafts = ({ before, after }: StreamChange<StoredEntry>) =>
  before?.state === 'trashed' && before.type === pageType.type && !after
    ? [pageDeletions.message({ of: 'restored', entry_id: before.id })]
    : []

/** The author of a draft, unless they may not read its space any more. */
const authorOf = async ({ space_id, author }: StoredPage): Promise<string[]> => {
  const { space } = await findSpaceAndTree(space_id)
  return space ? readersAmong(space, [author.id]) : []
}

/** What an author is told of a draft: nothing of others that were around it. */
const newsOf = (draft: StoredPage, { entry_id, id, left_at }: LeftDraft, what: 'left' | 'returned') => ({
  type: 'page_draft_moved' as const,
  actor: null,
  resource: linkTo(pageType, draft),
  within: draft.space_id,
  cause: `wiki.draft_${what}#${entry_id}#${id}#${left_at}`,
})

/** Tells the author of a draft why it is a root now, unless they have moved or published it, or it has gone back. */
export const tellOfLeftDraft = async (left: LeftDraft): Promise<void> => {
  const draft = await pages.find(left)
  if (!draft || !isLeft(draft)) return
  await notify(await authorOf(draft), {
    ...newsOf(draft, left, 'left'),
    params: { parent: 'deleted' },
    at: left.left_at,
  })
}

const tellOfReturn = async (draft: StoredPage, left: LeftDraft): Promise<void> => {
  for (const user_id of await authorOf(draft))
    await remind(user_id, {
      ...newsOf(draft, left, 'returned'),
      params: { parent: 'restored' },
    })
}

/** The writes that put a draft back below a page, where that is in the same space and is shown. */
const toReturn = async (draft: StoredPage, parent: StoredPage | undefined) => {
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

/** Gives the draft where it was before, put back now or by an earlier run; undefined when it stays. */
const returnDraft = (left: LeftDraft): Promise<StoredPage | undefined> =>
  retryOnConflict(async () => {
    const [draft, parent] = await pages.findMany([left, { id: left.parent_id }])
    if (!draft || !isLeft(draft)) return draft?.parent_id === left.parent_id ? draft : undefined
    const back = await toReturn(draft, parent)
    if (!back) return undefined
    await transact(back.operations)
    return back.returned
  })

/** Puts drafts back below what they were under before a page above them was deleted, unless it is deleted again. */
export const returnDrafts = async (entry_id: string): Promise<void> => {
  if (await trashEntries.find({ id: entry_id })) return
  for (const left of await readAll(leftDrafts.in('all', { entry_id }))) {
    const draft = await returnDraft(left)
    if (draft) await tellOfReturn(draft, left)
    await leftDrafts.remove(left)
  }
}
