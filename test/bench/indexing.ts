import { readFileSync } from 'node:fs'
import { restoreEntry } from '../../src/trash/endpoints/restore-entry.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { call } from '../support/call.ts'
import { givenOwnPage, givenPage, givenRevision } from '../support/given.ts'
import { inBenchWorld } from './bench-world.ts'
import { consequencesIn } from './consequences.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'
import { unitsOf } from './units.ts'

/** Maximum write units of the consequences of a page with 1,000 words, and of an edit relative to its own units. */
const maxUnitsOfPage = 600
const maxShareOfEdit = 1.5

/** Maximum write units of moving this page to the trash, and of restoring it. */
const maxUnitsOfTrash = 60

/** Number of earlier pages, so that most words are known. */
const earlierPages = 30

const wordsIn = (file: string) =>
  readFileSync(new URL(`../fixtures/${file}`, import.meta.url), 'utf8')
    .replaceAll(/[^\p{L}\s]/gu, ' ')
    .split(/\s+/)
    .filter(Boolean)

/** Words of a manual in English. */
const words = wordsIn('documents/yauzl.md')

/** Words of a company's pages in German, which has many long compound words. */
const germanWords = wordsIn('pages/de.yml')

const textOf = (from: number, own = words, count = 1_000) =>
  Array.from({ length: count }, (_, n) => own[(from + n) % own.length]).join(' ')

/** Measures the consequences of a new page with 1,000 words and of an edit of one word, in write units of the table. */
export const indexing = (): Promise<Outcome> =>
  inBenchWorld(async (world) => {
    const { proxy } = world
    const { settle } = await consequencesIn(world, 'bench', { isRecorded: true })
    const writtenBy = async (work: () => Promise<unknown>) => {
      proxy.calls.length = 0
      proxy.countsCapacity = true
      await work().finally(() => (proxy.countsCapacity = false))
      return unitsOf(proxy.calls).write
    }
    const { author, space } = await givenOwnPage()
    const add = (from: number) => givenPage(author, space, { content: textOf(from) })
    const measure = async (change: () => Promise<unknown>) => ({
      own: await writtenBy(change),
      following: await writtenBy(settle),
    })

    const first = await measure(() => add(0))
    for (let page = 1; page < earlierPages; page += 1) await add(page * 250)
    await settle()
    const text = textOf(earlierPages * 250)
    let id = ''
    const later = await measure(
      async () => ({ id } = (await givenPage(author, space, { content: text })) as { id: string }),
    )
    const edit = await measure(() => givenRevision(author, { id }, { content: `${text} lighthouse` }))

    const as = { as: author, params: { id } }
    const trashed = await measure(() => call(deletePage, as))
    const restored = await measure(() => call(restoreEntry, { ...as, body: {} }))

    const german = await measure(() => givenPage(author, space, { content: textOf(0, germanWords) }))

    const below = (await givenPage(author, space, { content: 'A few words' })) as { id: string }
    await givenPage(author, space, { parent_id: below.id, content: textOf(earlierPages * 250 + 500) })
    await settle()
    const tree = { as: author, params: { id: below.id } }
    const alongTrashed = await measure(() => call(deletePage, { ...tree, query: { recursive: 'true' } }))
    const alongRestored = await measure(() => call(restoreEntry, { ...tree, body: {} }))

    const rows = {
      'first page of 1 000 words': first,
      [`page behind ${earlierPages} others`]: later,
      'one word more': edit,
      'that page into the trash': trashed,
      'and back': restored,
      'a page with such a page below it into the trash': alongTrashed,
      'and back with it': alongRestored,
      'page of 1 000 words in German': german,
    }
    printTable(
      'what follows from a change, in write units',
      ['change', 'its own write units', 'what follows'],
      Object.entries(rows).map(([name, { own, following }]) => [name, String(own), String(following)]),
    )
    const share = edit.following / edit.own
    return {
      measured:
        `${first.following} and ${later.following} units of a page, ${german.following} in German, ` +
        `${share.toFixed(2)} times an edit, ${trashed.following} and ${restored.following} units of the trash, ` +
        `${alongTrashed.following} and ${alongRestored.following} with a page below`,
      isMet:
        Math.max(first.following, later.following, german.following) <= maxUnitsOfPage &&
        share <= maxShareOfEdit &&
        [trashed, restored, alongTrashed, alongRestored].every((one) => one.following <= maxUnitsOfTrash),
    }
  })
