import { beforeAll, describe, expect, test } from 'vitest'
import { givenCategory } from '../support/given-course.ts'
import { deployedLimits, givenTableProxy, type GivenTableProxy } from '../support/given-proxy.ts'
import { givenSpace } from '../support/given.ts'
import { signedIn } from '../support/people.ts'

const load = () => import('../../src/platform/resource-registry.ts')

let table: GivenTableProxy<Awaited<ReturnType<typeof load>>>

beforeAll(async () => {
  table = await givenTableProxy(load, deployedLimits)
  return table.end
})

describe('The resource registry', () => {
  test('loads resources together, as a reader may read them, in the requested order', async () => {
    const [reader, other] = [await signedIn(), await signedIn({ name: 'Bob Brown' })]
    const [category, category2] = [await givenCategory(), await givenCategory()]
    const secret = await givenSpace(other, { visibility: 'private' })
    const refs = [
      { type: 'category', id: category.id },
      { type: 'user', id: other.id },
      { type: 'wiki_space', id: secret.id },
      { type: 'category', id: 'gone' },
      { type: 'category', id: category2.id },
    ]
    const titlesOf = async () => (await table.loaded.loadResources(reader, refs)).map((view) => view?.title)
    // the first call also loads code, which takes longer
    await titlesOf()
    table.proxy.calls.length = 0

    expect(await titlesOf()).toEqual([category.name, other.name, undefined, undefined, category2.name])
    expect(table.proxy.calls.map(({ operation }) => operation)).toEqual(['BatchGetItem'])
  })

  test('throws for an unknown type', async () => {
    const reader = { id: 'reader', role: 'user' as const, groups: [] }

    await expect(table.loaded.loadResources(reader, [{ type: 'book', id: '1' }])).rejects.toThrow(
      'No resource has the type "book".',
    )
  })

  test('throws for the search definition of a type that is not searchable', async () => {
    await expect(table.loaded.searchDefinitionOf('category')).rejects.toThrow(
      'The type "category" is not searchable.',
    )
  })
})
