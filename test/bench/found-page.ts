import { randomBytes } from 'node:crypto'
import { indexDocument } from '../../src/platform/search/index/index.ts'
import { pageSearchScope } from '../../src/wiki/page/page.ts'
import { givenPage, givenSpace } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'

/** Letters for random words without vowels. */
const consonants = 'bcdfghjkmpqvwxz'

/** Creates the only page that a search by its title finds, and returns the title. */
export const givenFoundPage = async (as: SignedIn): Promise<string> => {
  const space = await givenSpace(as)
  // also when recorded again, the search finds a single resource; a word without vowels has no suffix, and is looked
  // up unchanged
  const title = Array.from(randomBytes(8), (byte) => consonants[byte % consonants.length]).join('')
  const { id } = await givenPage(as, space, { title })
  const key = { type: 'wiki_page', id: id as string }
  const place = { scopes: [pageSearchScope], container: space.id as string }
  await indexDocument(key, { ...key, ...place, title, text: '' })
  return title
}
