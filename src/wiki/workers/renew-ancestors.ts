import { worker } from '../../platform/events/worker.ts'
import { ignoreConflict } from '../../platform/table/conflict.ts'
import { readList } from '../../platform/table/list/list.ts'
import { writeItem } from '../../platform/table/table.ts'
import { ancestorsBelow } from '../page/breadcrumbs.ts'
import { children } from '../page/tree/child.ts'
import { pages } from '../page/page.ts'
import { pageMoves } from '../queues.ts'

/** Maximum number of children enqueued at a time. */
const childrenAtOnce = 200

/** Stores the current ancestors in a page, unless the page has moved again. */
const renew = async (page_id: string): Promise<void> => {
  const page = await pages.find({ id: page_id })
  if (!page) return
  const { parent_id } = page
  const parent = parent_id === null ? undefined : await pages.find({ id: parent_id })
  const ancestors = ancestorsBelow(parent)
  if (JSON.stringify(ancestors) === JSON.stringify(page.ancestors)) return
  await ignoreConflict(() => writeItem(pages.toTouch({ id: page_id }, { ancestors }, { parent_id })))
}

/** Renews the stored ancestors of a moved page and enqueues a message for each of its children. */
export const renewAncestors = worker(pageMoves, {}, async ({ page_id, cursor }) => {
  if (cursor === null) await renew(page_id)
  const { items, next_cursor } = await readList(
    children.in('of', { parent: pages.keyOf({ id: page_id }).pk }),
    {
      limit: childrenAtOnce,
      cursor: cursor ?? undefined,
    },
  )
  return [
    ...items.map(({ id }) => pageMoves.message({ page_id: id })),
    ...(next_cursor === null ? [] : [pageMoves.message({ page_id, cursor: next_cursor })]),
  ]
})
