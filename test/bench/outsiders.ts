import type { Context } from 'aws-lambda'
import { newId } from '../../src/platform/runtime/id.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { newStoredContent } from '../../src/wiki/page/content.ts'
import { pages, pageSearchScope, pageType } from '../../src/wiki/page/page.ts'
import { spaces } from '../../src/wiki/space/space.ts'
import { trees } from '../../src/wiki/space/tree.ts'
import { eventOf } from '../support/call.ts'
import { signedIn } from '../support/people.ts'
import { inBenchWorld, type BenchWorld } from './bench-world.ts'
import { index, inThousands, store } from './filling.ts'
import { interleaved, median, spread, timed } from './measures.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

const privatePages = 2_150
const runs = 60
const aim = 2

/** Queries without synonyms: no page contains the first word, and only private pages of another person the second. */
const queries = { 'no match': 'vibrantex', 'private matches': 'guardinex' }

const givenPrivatePages = async () => {
  const { id, name } = await signedIn()
  const author = { id, name }
  const space = spaces.make({ name: 'Private', slug: newId(), visibility: 'private', owner: author })
  await store([spaces.toCreate(space), trees.toCreate(trees.make({ space_id: space.id }))])
  await inThousands(0, privatePages, async (numbers) => {
    const made = numbers.map((n) => {
      const title = `Guardinex ${n}`
      return pages.make({ space_id: space.id, title, text: newStoredContent(title), revision: 1, author })
    })
    await store(made.map((page) => pages.toCreate(page)))
    const documents = made.map(({ id, title }) => ({ type: pageType.type, id, title, container: space.id }))
    await index(pageSearchScope, documents)
  })
}

const rowsOf = async ({ proxy }: BenchWorld, work: () => Promise<unknown>) => {
  proxy.countsCapacity = true
  proxy.calls.length = 0
  await work()
  proxy.countsCapacity = false
  return [proxy.calls.length, proxy.calls.reduce((sum, { rows }) => sum + rows, 0)] as const
}

/** Compares the searches of an outsider for a word without matches and for one with many that are private. */
export const outsiders = (): Promise<Outcome> =>
  inBenchWorld(async (world) => {
    await givenPrivatePages()
    const as = await signedIn()
    const asking = (q: string) => () =>
      timed(async () => {
        const event = eventOf(searchEverything, { as, query: { q } })
        const { body } = await searchEverything(event, {} as Context)
        if ((JSON.parse(body) as { items: unknown[] }).items.length > 0) throw new Error(body)
      })
    const works = Object.fromEntries(Object.entries(queries).map(([name, q]) => [name, asking(q)]))
    await interleaved(20, works)
    const measured = await interleaved(runs, works)
    const rows: (string | number)[][] = []
    for (const [name, work] of Object.entries(works))
      rows.push([name, spread(measured[name] ?? []), ...(await rowsOf(world, work))])
    printTable(
      `outsiders: milliseconds of a search by somebody who sees none of ${privatePages} pages (aim: ≤ ${aim} times)`,
      ['word', 'ms', 'calls', 'rows read'],
      rows,
    )
    const [none = NaN, hidden = NaN] = Object.keys(works).map((name) => median(measured[name] ?? []))
    const ratio = hidden / none
    return { measured: `${ratio.toFixed(1)} times as long`, isMet: ratio <= aim }
  })
