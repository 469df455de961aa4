import { givenPage, givenSpace } from './given.ts'
import type { SignedIn } from './people.ts'
import { settle } from './world.ts'

/**
 * Creates a page that contains a quotable sentence, in a space of `as` that is private unless `fields` say otherwise.
 */
export const givenSecret = async (
  as: SignedIn,
  word: string,
  fields: Parameters<typeof givenSpace>[1] = {},
  price = 4711,
) => {
  const sentence = `The ${word} costs ${price} thalers each and every month.`
  const space = await givenSpace(as, { visibility: 'private', ...fields })
  const page = await givenPage(as, space, { title: `The ${word}`, content: sentence })
  await settle()
  return { space, page, sentence, question: `@Helper how much does the ${word} cost?` }
}
