import type { Actor } from '../platform/identity/actor.ts'
import { invalid } from '../platform/runtime/problem.ts'
import { transact } from '../platform/table/table.ts'
import { requireSpace } from './access.ts'
import { children } from './child.ts'
import { newText, toStoreContent } from './content.ts'
import { findSpaceAndTree, isGone } from './page-access.ts'
import { invalidParent, toCountChild } from './page-parent.ts'
import { pages, parentPartition, type StoredPage } from './page.ts'
import { revisions } from './revision.ts'
import { spaces } from './space.ts'

type NewPage = Pick<StoredPage, 'space_id' | 'parent_id' | 'position' | 'title' | 'tags'> & {
  content: string
}

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
