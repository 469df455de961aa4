import { beforeAll, describe, expect, test } from 'vitest'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { call } from '../support/call.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const filler =
  'Nothing of note was said about this before, and nobody has asked for more since then.\n\n'.repeat(40)

const pages = {
  'Moving house': `Rename the flat.\n\n${filler}Rename rename rename.\n\n${filler}A remote, a remote, a remote place.`,
  'Vitamin A': `Apples have it.\n\n${filler}`,
  'Distant machines': `${filler}How it is done: rename the remote and tell the others.\n\n${filler}`,
}

describe('GET /search for what people say', () => {
  let reader: SignedIn

  const titles = async (q: string): Promise<string[]> => {
    const { items } = (await call(searchEverything, { as: reader, query: { q } })).body
    return items.map(({ title }: { title: string }) => title)
  }

  beforeAll(async () => {
    reader = await signedIn()
    const space = await givenSpace(reader)
    for (const [title, content] of Object.entries(pages)) await givenPage(reader, space, { title, content })
    await settle()
  })

  test('has first what says all words in one place', async () => {
    expect(await titles('rename remote')).toEqual(['Distant machines', 'Moving house'])
  })

  test('does not look for articles', async () => {
    expect(await titles('rename a remote')).toEqual(['Distant machines', 'Moving house'])
  })

  test('looks for a letter that is part of a name', async () => {
    expect(await titles('vitamin a')).toEqual(['Vitamin A'])
  })
})
