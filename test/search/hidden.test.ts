import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { extractTerms, ownWays } from '../../src/language/terms.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { findCandidates } from '../../src/search/lookup.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { writeBatch } from '../../src/platform/table/batch/batch-write.ts'
import { pageSearchScope } from '../../src/wiki/page/page.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { call } from '../support/call.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

/** Returns a word that consists only of letters, so that slips in it are searched for. */
const newWord = () =>
  `w${randomUUID()
    .replaceAll(/\W/g, '')
    .slice(0, 12)
    .replaceAll(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`

/** Returns the word with its third-last letter changed. */
const withSlip = (word: string) => `${word.slice(0, -3)}z${word.slice(-2)}`

const find = (as: SignedIn, q: string, query: object = {}) =>
  made(searchEverything, { as, query: { q, ...query } })

const weightsFor = async (asker: SignedIn, question: string) => {
  const { weights } = await findCandidates(asker, { text: question, ways: ownWays(extractTerms(question)) }, [
    'wiki_page',
  ])
  return weights
}

describe('Unreadable pages', () => {
  const word = newWord()
  let asker: SignedIn
  let other: SignedIn
  let page: { id: string }

  beforeAll(async () => {
    ;[asker, other] = await Promise.all([signedIn(), signedIn()])
    page = await givenPage(asker, await givenSpace(asker), { content: `About the ${word}.` })
    await settle()
  })

  test('do not change the weight of a word', async () => {
    const before = await weightsFor(asker, `Where is the ${word}?`)
    const secret = await givenSpace(other, { visibility: 'private' })
    await givenPage(other, secret, { title: `Plan ${word}`, content: `The ${word} again.` })
    await settle()

    expect(await weightsFor(asker, `Where is the ${word}?`)).toEqual(before)
    expect(await weightsFor(other, `Where is the ${word}?`)).not.toEqual(before)
  })

  test('do not prevent the correction of a slip', async () => {
    const slip = withSlip(word)
    await givenPage(other, await givenSpace(other, { visibility: 'private' }), { content: `Our ${slip}.` })
    await settle()

    const [forAsker, forOther] = await Promise.all([asker, other].map((as) => find(as, slip)))

    expect(forAsker!.items.map(({ id }: { id: string }) => id)).toEqual([page.id])
    expect(forOther!.items.map(({ id }: { id: string }) => id)).not.toContain(page.id)
  })

  test('do not make a single letter of their title count', async () => {
    await givenPage(other, await givenSpace(other, { visibility: 'private' }), { title: 'Ǯ' })
    await settle()

    const { items } = await find(asker, `Ǯ ${word}`)

    expect(items[0]!.matched).toEqual({ words: [word], missing: [] })
  })
})

test('reads none of many unreadable pages, and no more rows than the access check needs', async () => {
  const [outsider, owner, word] = [await signedIn(), await signedIn(), newWord()]
  const { id: container } = await givenSpace(owner, { visibility: 'private' })
  const rows = Array.from({ length: 2_000 }, () => ({
    pk: `words#${pageSearchScope}#${word.slice(0, 2)}`,
    sk: `${word}#title#${newId()}`,
    type: 'wiki_page',
    container,
    length: 3,
  }))
  await writeBatch(rows, [])
  const { proxy, loaded, end } = await givenTableProxy(
    () => import('../../src/search/endpoints/search-everything.ts'),
  )

  const found = await made(loaded.searchEverything, { as: outsider, query: { q: word } }).finally(
    () => void end(),
  )

  const bodies = proxy.calls.map(({ body }) => body)
  expect(found.items).toEqual([])
  expect(bodies.filter((body) => body.includes('document#wiki_page#') || body.includes('"page#'))).toEqual([])
  // the first rows, one more step together with the access check, and none after them
  expect(bodies.filter((body) => body.includes(`${word}#title#`))).toHaveLength(2)
})

describe('A deleted page', () => {
  test('disappears from the counts before the index is updated', async () => {
    const as = await signedIn()
    const word = newWord()
    const space = await givenSpace(as, { visibility: 'private' })
    const pages = [1, 2, 3].map((n) => givenPage(as, space, { title: `${word} ${n}` }))
    const [first] = await Promise.all(pages)
    await settle()

    const { status } = await call(deletePage, { as, params: { id: first!.id } })
    const { items, counts } = await find(as, word)

    expect([status, items.length, counts]).toEqual([204, 2, { wiki_page: 2 }])
  })
})
