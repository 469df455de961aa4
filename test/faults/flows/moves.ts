import { children } from '../../../src/wiki/page/tree/child.ts'
import { newStoredContent } from '../../../src/wiki/page/content.ts'
import { pages, parentPartition } from '../../../src/wiki/page/page.ts'
import { spaces } from '../../../src/wiki/space/space.ts'
import { ongoingMoves, trees } from '../../../src/wiki/space/tree.ts'
import { writeBatch } from '../../../src/platform/table/batch/batch-write.ts'
import { transact } from '../../../src/platform/table/table.ts'
import { all, must, type Answer, type Client } from '../client.ts'
import type { Flow } from '../flow.ts'
import type { History } from '../history.ts'

/** More pages than fit into one transaction, so that a worker moves them (src/wiki/page/tree/tree-move.ts). */
const largeTree = 100

interface Page {
  id: string
  title: string
}

/** Creates pages below another one as if each had been created by a request. */
const fill = async (
  author: { id: string; name: string },
  space: { id: string },
  under: Page,
  words: string[],
) => {
  const text = newStoredContent('')
  const place = { space_id: space.id, parent_id: under.id, author, status: 'published' as const }
  const below = words.map((title) => pages.make({ ...place, title, revision: 1, text }))
  const rows = below.map((page) => children.itemOf({ parent: parentPartition(page), id: page.id }))
  await writeBatch([...below.map(pages.itemOf), ...rows], [])
  await transact([
    pages.toAddAll(under, { children_count: below.length }),
    spaces.toAdd(space, 'page_count', below.length),
  ])
  return below
}

/** Returns true if a previous move is still in progress. */
const isMoving = ({ code }: Answer) => code === 'wiki.tree_moving'
/** Returns true if a new page or a draft is rejected because its parent is in another space. */
const isElsewhere = ({ status, code, text }: Answer) =>
  code === 'wiki.parent_missing' || (status === 422 && text.includes('parent_id'))

/** Returns the IDs of all pages of a space, from its roots down, as often as they are listed. */
const pagesOf = async (client: Client, space_id: string, parent_id?: string): Promise<string[]> => {
  const query = parent_id === undefined ? '' : `?parent_id=${parent_id}`
  const listed = await all(client, `/wiki/spaces/${space_id}/pages${query}`)
  const below = listed
    .filter(({ children_count }) => children_count > 0)
    .map(({ id }) => pagesOf(client, space_id, id as string))
  return [...listed.map(({ id }) => id as string), ...(await Promise.all(below)).flat()]
}

const checkCounts = async (history: History, client: Client, space_id: string, pageIds: string[]) => {
  const { page_count } = await must(client, { method: 'GET', path: `/wiki/spaces/${space_id}` })
  if (page_count !== pageIds.length)
    history.wrong(`A space says that it has ${page_count} pages, not ${pageIds.length}.`)
  const tree = await trees.find({ space_id })
  if (!tree || ongoingMoves(tree).length > 0) history.wrong('A move has not come to its end.')
}

/** A large and a small tree move between two spaces while a person creates pages and publishes drafts below them. */
export const moves: Flow = {
  name: 'moves',
  runs: 'long',
  begin: async ({ person }, history) => {
    const [mover, writer] = [await person(), await person()]
    const client = mover.client
    const post = (path: string, body: object) => must(client, { method: 'POST', path, body })
    const both = [await post('/wiki/spaces', { name: 'Here' }), await post('/wiki/spaces', { name: 'There' })]
    const ids = both.map(({ id }) => id as string)
    const roots: Page[] = []
    for (const count of [largeTree, 3]) {
      const root = await post('/wiki/pages', { space_id: ids[0], title: history.mark(), content: '-' })
      const words = Array.from({ length: count }, () => history.mark())
      await fill({ id: mover.id, name: 'Ada Lovelace' }, both[0], root as Page, words)
      roots.push(root as Page)
    }
    const given = await pagesOf(client, ids[0] as string)
    const made = new Set<string>()

    const movers = roots.map(({ id }) => async (turn: number) => {
      const path = `/wiki/pages/${id}`
      const body = { space_id: ids[(turn + 1) % 2] }
      for (let n = 0; n < 5; n += 1) {
        const answer = await history.ask(client, { method: 'PUT', path, body }, isMoving)
        if (answer.status !== 503) return
      }
    })
    const writes = async (turn: number) => {
      const title = history.mark()
      const { id } = roots[turn % 2] as Page
      const key = title
      for (let n = 0; n < 6; n += 1) {
        const space_id = ids[n % 2]
        const body = { space_id, parent_id: id, title, content: title }
        const request = { method: 'POST', path: '/wiki/pages', body, key: `${key}${n}` } as const
        const answer = await history.ask(writer.client, request, isElsewhere)
        if (answer.status < 300) return void made.add(title)
        // the page may exist
        if (answer.status === 503) return
      }
    }

    const publishes = async (turn: number) => {
      const title = history.mark()
      const draft = { space_id: ids[0], title, content: title, status: 'draft' }
      const request = { method: 'POST', path: '/wiki/pages', body: draft, key: title } as const
      const created = await history.insist(writer.client, request, ({ status }) => status === 409)
      if (created?.status !== 201) return
      const put = (body: object) =>
        history.ask(
          writer.client,
          { method: 'PUT', path: `/wiki/pages/${created.body.id}`, body },
          isElsewhere,
        )
      for (let n = 0; n < 6; n += 1) {
        const chosen = await put({ space_id: ids[n % 2], parent_id: roots[turn % 2]?.id })
        const { status } = chosen.status < 300 ? await put({ status: 'published' }) : chosen
        if (status < 300) return void made.add(title)
        // the page may be published
        if (status === 503) return
      }
    }

    const check = async () => {
      const found = await Promise.all(ids.map((id) => pagesOf(client, id)))
      for (const [index, id] of ids.entries()) await checkCounts(history, client, id, found[index] ?? [])
      const everywhere = found.flat()
      if (new Set(everywhere).size < everywhere.length) history.wrong('A page is in the lists twice.')
      const lost = given.filter((id) => !everywhere.includes(id))
      if (lost.length > 0) history.wrong(`${lost.length} pages are in neither space.`)
      const shown = []
      for (const id of everywhere)
        shown.push(await must(client, { method: 'GET', path: `/wiki/pages/${id}` }))
      const wrong = shown.filter(({ id, space_id }) => !found[ids.indexOf(space_id)]?.includes(id))
      if (wrong.length > 0) history.wrong(`${wrong.length} pages say another space than the one they are in.`)
      for (const { id } of roots) {
        const tree = shown.filter((page) => page.id === id || page.parent_id === id)
        const where = new Set(tree.map(({ space_id }) => space_id))
        if (where.size > 1) history.wrong('A tree is in two spaces.')
        const { children_count } = shown.find((page) => page.id === id) ?? {}
        if (children_count !== tree.length - 1)
          history.wrong(`A page says that ${children_count} are below it, not ${tree.length - 1}.`)
      }
      const titles = shown.map(({ title }) => title as string)
      for (const title of made) if (!titles.includes(title)) history.wrong(`The page ${title} is lost.`)
      const words = [...titles.slice(0, 3), ...titles.slice(-3), ...made]
      for (const word of words) {
        const hits = await all(client, `/search?types=wiki_page&q=${word}`)
        if (hits.length !== 1) history.wrong(`The search finds ${hits.length} pages by ${word}, not 1.`)
      }
    }
    return { lanes: [...movers, writes, publishes], check }
  },
}
