import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const newName = () => `n${randomUUID().replaceAll('-', '').slice(0, 16)}`
const [lot, other, secret] = [newName(), newName(), newName()]

let reader: SignedIn

const find = async (q: string) => {
  const { items } = (await call(searchEverything, { as: reader, query: { q } })).body
  return items.map(({ title }: { title: string }) => title)
}

beforeAll(async () => {
  const [person, stranger] = await Promise.all([signedIn(), signedIn()])
  reader = person
  const [space, hidden] = await Promise.all([
    givenSpace(reader),
    givenSpace(stranger, { visibility: 'private' }),
  ])
  await Promise.all([
    givenPage(reader, space, { title: `Site ${lot}`, content: `Where any laptop of the site may stand.` }),
    givenPage(reader, space, { title: `Map ${lot}`, content: 'Where the trees are.' }),
    givenPage(reader, space, { title: `Notebooks ${other}`, content: 'One notebook each.' }),
    givenPage(reader, space, { title: `Bags ${other}`, content: 'A laptop is not a notebook bag.' }),
    givenPage(reader, space, { title: `Open ${secret}`, content: 'Each laptop is cleaned.' }),
    givenPage(stranger, hidden, { title: `Notebook ${secret}`, content: 'The notebook is cleaned.' }),
  ])
  await settle()
})

test('ranks a page with a synonym before one without the word', async () => {
  const found = await find(`notebook ${lot}`)

  expect(found[0]).toBe(`Site ${lot}`)
  expect(found).toContain(`Map ${lot}`)
})

test('ranks a page with the word of the query before one with a synonym', async () => {
  expect((await find(`notebook ${other}`))[0]).toBe(`Notebooks ${other}`)
})

test('searches for synonyms even if an unreadable page has all words', async () => {
  const answer = await call(searchEverything, { as: reader, query: { q: `notebook ${secret}` } })
  expect(answer.body.items[0]).toMatchObject({
    title: `Open ${secret}`,
    matched: { words: ['notebook', secret], missing: [] },
  })
})
