import { describe, expect, test } from 'vitest'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

interface Given {
  id: string
  title: string
}

/** Creates a space with a chain of pages, each the parent of the next. */
const givenLine = async (count: number) => {
  const author = await signedIn()
  const space = await givenSpace(author)
  const line: Given[] = []
  for (let level = 0; level < count; level += 1) {
    const under = line.at(-1)
    line.push(await givenPage(author, space, { title: `Level ${level}`, ...(under && { under }) }))
  }
  return { author, space, line }
}

const crumbsOf = async (as: SignedIn, page: { id: string } | undefined) => {
  const { breadcrumbs } = await made(readPage, { as, params: { id: page?.id as string } })
  return breadcrumbs.map(({ title }: { title: string }) => title)
}

const change = (as: SignedIn, page: { id: string } | undefined, body: object) =>
  made(updatePage, { as, params: { id: page?.id as string }, body })

describe('The breadcrumbs of a page', () => {
  test('list its space and its ancestors, outermost first', async () => {
    const { author, space, line } = await givenLine(3)

    const { breadcrumbs } = await made(readPage, { as: author, params: { id: line[2]?.id as string } })

    expect(breadcrumbs).toEqual([
      { type: 'wiki_space', id: space.id, title: space.name },
      { type: 'wiki_page', id: line[0]?.id, title: 'Level 0' },
      { type: 'wiki_page', id: line[1]?.id, title: 'Level 1' },
    ])
  })

  test('appear in the responses to its creation and its changes', async () => {
    const { author, space, line } = await givenLine(1)

    const page = await givenPage(author, space, { under: line[0] as Given })
    const moved = await change(author, page, { parent_id: null })

    expect(page.breadcrumbs.map(({ id }: Given) => id)).toEqual([space.id, line[0]?.id])
    expect(moved.breadcrumbs.map(({ id }: Given) => id)).toEqual([space.id])
  })

  test('show the current names', async () => {
    const { author, space, line } = await givenLine(2)

    await change(author, line[0], { title: 'Renamed' })
    await made(updateSpace, { as: author, params: { id: space.id }, body: { name: 'Renamed space' } })

    expect(await crumbsOf(author, line[1])).toEqual(['Renamed space', 'Renamed'])
  })

  test('follow a move of an ancestor at once, and soon in all stored descendants', async () => {
    const { author, space, line } = await givenLine(4)
    const target = await givenPage(author, space, { title: 'Target' })

    await change(author, line[1], { parent_id: target.id })
    const atOnce = await crumbsOf(author, line[3])
    await settle()
    const stored = await Promise.all(line.slice(1).map((page) => pages.get(page)))

    expect(atOnce).toEqual([space.name, 'Target', 'Level 1', 'Level 2'])
    expect(stored.map(({ ancestors }) => ancestors)).toEqual([
      [target.id],
      [line[1]?.id, target.id],
      [line[2]?.id, line[1]?.id, target.id],
    ])
    expect(await crumbsOf(author, line[3])).toEqual(atOnce)
  })

  test('include the nearest twelve ancestors', async () => {
    const { author, space, line } = await givenLine(15)

    const titles = await crumbsOf(author, line[14])

    expect(titles).toEqual([space.name, ...line.slice(2, 14).map(({ title }) => title)])
  })
})
