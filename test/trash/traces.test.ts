import { describe, expect, test } from 'vitest'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { listLinks } from '../../src/wiki/endpoints/list-links.ts'
import { listRecentPages } from '../../src/wiki/endpoints/list-recent-pages.ts'
import { givenOwnPage, givenPage, made } from '../support/given.ts'
import { settle } from '../support/world.ts'
import { deleted, restore } from './given.ts'

describe('A page in the trash', () => {
  test('disappears with its comments from search counts, recent changes and links until it is restored', async () => {
    const { author, space, page: target } = await givenOwnPage()
    const content = `[there](/api/v1/wiki/pages/${target.id})`
    const page = await givenPage(author, space, { content })
    const text = `Cherimoya ${page.id}`
    await made(createComment, { as: author, params: { id: page.id }, body: { text } })
    const seen = async () => {
      await settle()
      const [{ counts }, recent, links] = await Promise.all([
        made(searchEverything, { as: author, query: { q: text } }),
        made(listRecentPages, { as: author, query: { space_id: space.id } }),
        made(listLinks, { as: author, params: { id: target.id } }),
      ])
      return [counts, recent.items.length, links.items.length]
    }

    const before = await seen()
    await deleted(deletePage, author, page)
    const gone = await seen()
    await restore(author, page)
    const back = await seen()

    expect(before).toEqual([{ wiki_comment: 1 }, 2, 1])
    expect(gone).toEqual([{}, 1, 0])
    expect(back).toEqual(before)
  })
})
