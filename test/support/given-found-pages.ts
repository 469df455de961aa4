import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { call } from './call.ts'
import { givenPage, givenSpace } from './given.ts'
import { signedIn } from './people.ts'
import { settle } from './world.ts'

/**
 * Creates pages, by title and content. Returns a function that searches, and returns the titles of the results, best
 * first.
 */
export const givenFoundPages = async (pages: Record<string, string>) => {
  const reader = await signedIn()
  const space = await givenSpace(reader)
  for (const [title, content] of Object.entries(pages)) await givenPage(reader, space, { title, content })
  await settle({ index: true })
  return async (q: string): Promise<string[]> => {
    const { items } = (await call(searchEverything, { as: reader, query: { q } })).body
    return items.map(({ title }: { title: string }) => title)
  }
}
