import pMap from 'p-map'
import { describe, expect, test } from 'vitest'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { givenOwnPage, givenPage, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { purge } from '../trash/given.ts'

describe('Deletion of a tree of pages', () => {
  /** Creates a person's page with this many pages below it, and deletes the tree. */
  const givenDeletedTree = async (count: number) => {
    const { author, space, page: root } = await givenOwnPage()
    const numbers = Array.from({ length: count })
    const below = await pMap(numbers, () => givenPage(author, space, { under: root }), { concurrency: 8 })
    await made(deletePage, { as: author, params: { id: root.id }, query: { recursive: true } })
    await settle()
    return { author, root, below: below as { id: string }[] }
  }

  /** Returns the number of deletions by their recorded author. */
  const deletions = async (admin: SignedIn, pages: { id: string }[]) => {
    const authors = await pMap(
      pages,
      async ({ id }) => {
        const query = { resource_type: 'wiki_page', resource_id: id, action: 'wiki_page.deleted' }
        const { items } = await made(listAudit, { as: admin, query })
        return `${items[0]?.actor?.id} via ${items[0]?.via}`
      },
      { concurrency: 8 },
    )
    return Object.entries(Object.groupBy(authors, (author) => author)).map(([author, all]) => [
      author,
      all?.length,
    ])
  }

  test('records its author for more pages than the transaction has room for tombstones', async () => {
    const admin = await signedIn({ role: 'admin' })
    const { author, root, below } = await givenDeletedTree(60)

    expect(await deletions(admin, [root, ...below])).toEqual([[`${author.id} via session`, 61]])
  })

  test('records its author for more pages than a transaction takes when they are purged', async () => {
    const admin = await signedIn({ role: 'admin' })
    const { author, root, below } = await givenDeletedTree(101)

    await purge(admin, root)
    await settle()

    expect(await deletions(admin, below)).toEqual([[`${author.id} via job`, 101]])
  })
})
