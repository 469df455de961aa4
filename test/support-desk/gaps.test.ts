import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { scanItems } from '../../infra/operation/scan.ts'
import { tokenInvalid } from '../../src/platform/identity/actor.ts'
import { inRequest } from '../../src/platform/runtime/request-context.ts'
import { epochSeconds } from '../../src/platform/runtime/time.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { isGapMark } from '../../src/search/gap/erasure.ts'
import { gapMarks, loadDigests } from '../../src/search/gap/gap.ts'
import { noteGap } from '../../src/search/gap/notes.ts'
import { gapStems } from '../../src/search/gap/stems.ts'
import { listGaps } from '../../src/support/gap/endpoints/list-gaps.ts'
import { suggestSolutions } from '../../src/support/suggestion/endpoints/suggest-solutions.ts'
import { finishErasure, startErasure } from '../jobs/given.ts'
import { itemsWith } from '../personal-data/given.ts'
import { call, raw, type QueryOf } from '../support/call.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { givenTalk, replyTo } from '../support/given-chat.ts'
import { givenProvider } from '../support/given-provider.ts'
import { givenDesk } from '../support/given-ticket.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { statusByCase } from '../support/statuses.ts'
import { settle } from '../support/world.ts'

const desk = await givenDesk()
const provider = await givenProvider()

/** Returns a word of letters that nothing contains and that is its own stem. */
const newStem = () =>
  `${[...randomBytes(12)].map((byte) => String.fromCodePoint(97 + (byte % 26))).join('')}qk`

const people = await Promise.all(Array.from({ length: 10 }, () => signedIn()))

const search = (as: SignedIn, q: string, query: Partial<QueryOf<typeof searchEverything>> = {}) =>
  made(searchEverything, { as, query: { q, ...query } })

const searchBy = async (count: number, q: string, query: Partial<QueryOf<typeof searchEverything>> = {}) => {
  for (const person of people.slice(0, count)) await search(person, q, query)
}

/** Returns all gaps, in their order. */
const gapsFor = async (as: SignedIn, limit = 100) => {
  const found: { stem: string; people: number; last_at: string }[] = []
  let cursor: string | undefined
  do {
    const page = await made(listGaps, { as, query: { limit, cursor } })
    found.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor !== undefined)
  return found
}

const gapOf = async (stem: string) => (await gapsFor(desk.agent)).find((gap) => gap.stem === stem)

describe('GET /support/gaps', () => {
  test('counts nothing for a caller whose session has ended, and lets the request return 401', async () => {
    const stem = newStem()
    await searchBy(4, stem)
    const context = { requestId: '', confirmSession: () => Promise.reject(tokenInvalid()) }

    await expect(inRequest(context, () => noteGap(people[4]!, stem))).rejects.toMatchObject({ status: 401 })

    expect(await marksOf((await loadDigests()).ofStem(stem))).toHaveLength(4)
  })

  test('lists a stem with the fifth person, and not after many searches of one person', async () => {
    const stem = newStem()
    const before = Date.now()

    await searchBy(4, stem)
    for (let n = 0; n < 6; n += 1) await search(people[0]!, `${stem} ${stem.toUpperCase()}`)
    expect(await gapOf(stem)).toBeUndefined()
    await search(people[4]!, `How about the ${stem}?`)

    const gap = await gapOf(stem)
    expect(gap).toMatchObject({ stem, people: 5 })
    const hour = 3_600_000
    expect(Date.parse(gap!.last_at)).toBe(before - (before % hour))
    await search(people[4]!, stem)
    expect(await gapOf(stem)).toEqual(gap)
  })

  test('counts searches, requests for solutions and questions to assistants', async () => {
    const stem = newStem()
    await searchBy(3, stem, { sort: 'newest', limit: 5 })
    await made(suggestSolutions, { as: people[3]!, body: { subject: `No ${stem}`, description: stem } })
    expect(await gapOf(stem)).toBeUndefined()
    provider.say('I do not know.')
    await replyTo(people[4]!, (await givenTalk(people[4]!)).chat, `What is ${stem}?`)

    expect(await gapOf(stem)).toMatchObject({ people: 5 })
  })

  test('counts ten people who search at the same time', async () => {
    const stem = newStem()

    await Promise.all(people.map((person) => search(person, stem)))

    expect(await gapOf(stem)).toMatchObject({ people: 10 })
  })

  test('counts neither searches with results nor searches with filters', async () => {
    const [stem, other] = [newStem(), newStem()]
    const space = await givenSpace(people[0]!)
    await givenPage(people[0]!, space, { content: stem })
    await settle()

    await searchBy(6, stem)
    await searchBy(6, other, { space_id: space.id })
    await searchBy(6, other, { updated_after: '2020-01-01T00:00:00Z' })
    await searchBy(6, stem, { types: ['ticket'] })

    expect(await gapOf(stem)).toBeUndefined()
    expect(await gapOf(other)).toBeUndefined()
  })

  test('forgets people after 30 days', async () => {
    const stem = newStem()
    await searchBy(5, stem)
    expect(await gapOf(stem)).toMatchObject({ people: 5 })

    const { ofStem, ofPerson } = await loadDigests()
    const gap = ofStem(stem)
    const marks = await marksOf(gap)
    const row = marks.find(({ mark }) => mark === ofPerson(gap, people[0]!.id))!
    await writeItem({ put: gapMarks.itemOf({ ...row, until: epochSeconds() - 1 }) })

    expect(await gapOf(stem)).toBeUndefined()
    for (const { until } of marks) {
      expect(until).toBeGreaterThan(epochSeconds() + 29 * 86_400)
      expect(until).toBeLessThanOrEqual(epochSeconds() + 30 * 86_400)
    }
    await search(people[5]!, stem)
    expect(await gapOf(stem)).toMatchObject({ people: 5 })
  })

  test('forgets an erased person', async () => {
    const stem = newStem()
    const person = await signedIn()
    await searchBy(4, stem)
    await search(person, stem)
    expect(await gapOf(stem)).toMatchObject({ people: 5 })

    await finishErasure((await startErasure(desk.admin, person, desk.agent)).body)

    const { ofStem } = await loadDigests()
    expect(await marksOf(ofStem(stem))).toHaveLength(4)
    expect(await gapOf(stem)).toBeUndefined()
  })

  test('stores neither the text, nor people, nor anything that connects the words of a search', async () => {
    const [person] = [await signedIn()]
    const [one, two] = [newStem(), newStem()]
    await search(person, `${one} ${two}`)
    const { ofStem } = await loadDigests()

    expect(await itemsWith([one, two])).toEqual([])
    const rows: object[] = []
    for await (const items of scanItems())
      rows.push(...items.filter(({ pk }) => [one, two].some((stem) => pk === `gap#${ofStem(stem)}`)))
    expect(rows).toHaveLength(2)
    const text = JSON.stringify(rows)
    for (const secret of [person.id, one, two, 'writeId', 'origin']) expect(text).not.toContain(secret)
    const [first, second] = rows as { pk: string; sk: string }[]
    expect(first!.sk).not.toBe(second!.sk)
  })

  test('lists the newest first, in pages, to agents and administrators only', async () => {
    const stems = [newStem(), newStem(), newStem()]
    for (const stem of stems) await searchBy(5, stem)

    const inPages = await gapsFor(desk.admin, 1)

    expect(inPages.map(({ stem }) => stem)).toEqual(expect.arrayContaining(stems))
    expect(inPages).toEqual(await gapsFor(desk.agent))
    const times = inPages.map(({ last_at }) => last_at)
    expect(times).toEqual(times.toSorted().reverse())
    const statuses = await statusByCase({
      'a user': call(listGaps, { as: desk.requester }),
      nobody: call(listGaps, {}),
      'an unknown parameter': call(listGaps, { as: desk.agent, query: raw({ q: 'x' }) }),
      'a wrong cursor': call(listGaps, { as: desk.agent, query: { cursor: 'x' } }),
      'a wrong limit': call(listGaps, { as: desk.agent, query: { limit: 0 } }),
    })
    expect(statuses).toEqual({
      'a user': 403,
      nobody: 401,
      'an unknown parameter': 422,
      'a wrong cursor': 422,
      'a wrong limit': 422,
    })
  })
})

/** Returns the people counted for a stem. */
const marksOf = async (gap: string) => {
  const found: ReturnType<typeof gapMarks.read>[] = []
  for await (const items of scanItems())
    found.push(...items.filter((item) => isGapMark(item) && item.pk === `gap#${gap}`).map(gapMarks.read))
  return found
}

describe('The count of the words of a search', () => {
  test('does not fail the search if the table is unreachable', async () => {
    const given = await givenTableProxy(() => import('../../src/search/endpoints/search-everything.ts'))
    const as = await signedIn()
    const options = { as, query: { q: newStem() } }
    try {
      await call(given.loaded.searchEverything, options)
      given.proxy.drops = (operation) => operation === 'PutItem'
      expect((await call(given.loaded.searchEverything, options)).status).toBe(200)
    } finally {
      await given.end()
    }
  })

  test('makes no calls for a search with results', async () => {
    const given = await givenTableProxy(() => import('../../src/search/endpoints/search-everything.ts'))
    const [as, stem] = [await signedIn(), newStem()]
    await givenPage(as, await givenSpace(as), { content: stem })
    await settle()
    const namesOf = async (q: string) => {
      given.proxy.calls.length = 0
      expect((await call(given.loaded.searchEverything, { as, query: { q } })).status).toBe(200)
      return JSON.stringify(given.proxy.calls)
    }
    try {
      expect(await namesOf(stem)).not.toContain('PutItem')
      expect(await namesOf(newStem())).toContain('PutItem')
    } finally {
      await given.end()
    }
  })
})

describe('Stems of a question', () => {
  test.each([
    ['significant words', 'How do I park new lamps?', ['park', 'new', 'lamp']],
    ['the same stem for all forms', 'printer Printers printing', ['print']],
    ['no email addresses', 'mail rosa@example.com', ['mail']],
    ['no numbers', 'call +49 170 1234567, DE89370400440532013000, B-MW-1234 or room 12a5', ['call', 'room']],
    ['short names with digits', 'win11 mp3', ['win11', 'mp3']],
    [
      'no long words and links',
      `https://intra.example.com/wiki/pages/vacation-policy x${'y'.repeat(40)} lamp`,
      ['lamp'],
    ],
    ['no long words beside Chinese', `漢字 漢字${'k'.repeat(41)}`, ['漢字']],
    ['no courtesies', 'Hello, thanks a lot!', []],
    ['at most four', 'mask disk fork desk tank', ['mask', 'disk', 'fork', 'desk']],
  ])('contain %s', (_, question, stems) => {
    expect(gapStems(question)).toEqual(stems)
  })
})
