import { beforeAll, describe, expect, test } from 'vitest'
import { loadEndpoints } from '../../infra/generation/endpoints.ts'
import { searchedTypes } from '#generated/resource-types.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { call } from '../support/call.ts'
import type { SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { kinds } from './given-kinds.ts'
import { givenReaders, newWord, type Readers } from './given-readers.ts'

const find = async (as: SignedIn, q: string) => {
  const answer = await call(searchEverything, { as, query: { q } })
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** Returns the status of a GET at a URL. */
const statusAt = async (as: SignedIn, url: string) => {
  const path = url.replace('http://127.0.0.1:3000/api/v1', '')
  for (const { spec, handler } of await loadEndpoints()) {
    const { groups: params } =
      new RegExp(`^${spec.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(path) ?? {}
    if (spec.method === 'GET' && params) return (await call(handler, { as, params })).status
  }
  return undefined
}

const names = Object.keys(kinds)
const given = new Map<string, Awaited<ReturnType<(typeof kinds)[string]['give']>> & { word: string }>()
let readers: Readers

beforeAll(async () => {
  readers = await givenReaders()
  for (const name of names) {
    const word = newWord()
    given.set(name, { ...(await kinds[name]!.give(readers, word)), word })
  }
  await settle()
})

const of = (name: string) => ({ ...kinds[name]!, ...given.get(name)! })

const findAsAll = async (word: string) =>
  new Map(
    await Promise.all(Object.entries(readers).map(async ([who, as]) => [who, await find(as, word)] as const)),
  )

const answers = new Map<string, ReturnType<typeof findAsAll>>()

/** Returns the results of each reader for a kind before it is withdrawn; two tests use them. */
const answersOf = (name: string) => {
  const asked = answers.get(name) ?? findAsAll(of(name).word)
  answers.set(name, asked)
  return asked
}

describe('GET /search', () => {
  test('covers all searchable types', () => {
    expect(new Set(Object.values(kinds).map(({ type }) => type))).toEqual(new Set(searchedTypes))
  })

  test.each(names)('finds %s only for people who may read it, with its container', async (name) => {
    const { type, finders, wholes = [], id, within = [] } = of(name)

    const found = await answersOf(name)

    const { items, counts } = found.get(finders[0]!)!
    const types = [type, ...wholes].sort()
    expect(items.map((item) => item.type).sort()).toEqual(types)
    expect(counts).toEqual(Object.fromEntries(types.map((own) => [own, 1])))
    const thing = items.find((item) => item.type === type)!
    expect([thing.id, ...thing.breadcrumbs.map((one) => one.id)]).toEqual([id, ...within])
    const who = [...found].flatMap(([reader, answer]) => (answer.items.length > 0 ? [reader] : []))
    expect(who.sort()).toEqual([...finders].sort())
  })

  test.each(names)('returns a readable URL for %s', async (name) => {
    const [finder] = of(name).finders
    const as = readers[finder!]

    const { items } = (await answersOf(name)).get(finder!)!

    for (const { api_url } of items) expect(await statusAt(as, api_url)).toBe(200)
  })
})

describe('Withdrawn access', () => {
  test.each(names.filter((name) => kinds[name]!.finders.includes('friend')))(
    'hides %s from everyone else from the next request on, counts included',
    async (name) => {
      const { withdrawal, word } = of(name)
      const { endpoint, as, id, body } = withdrawal!
      const changed = await call(endpoint, { as, params: { id }, body })

      const others = await Promise.all(
        (['friend', 'stranger', 'agent'] as const).map((who) => find(readers[who], word)),
      )

      expect(changed.status, changed.text).toBeLessThan(300)
      for (const { items, counts, next_cursor, truncated } of others)
        expect({ items, counts, next_cursor, truncated }).toEqual({
          items: [],
          counts: {},
          next_cursor: null,
          truncated: false,
        })
    },
  )
})
