import { givenPage, givenSpace } from './given.ts'
import type { SignedIn } from './people.ts'
import { settle } from './world.ts'

/** A page in a space of `as` that others cannot read unless `fields` say so, with a sentence to be quoted. */
export const givenSecret = async (
  as: SignedIn,
  word: string,
  fields: { [field: string]: unknown } = {},
  price = 4711,
) => {
  const sentence = `The ${word} costs ${price} thalers each and every month.`
  const space = await givenSpace(as, { visibility: 'private', ...fields })
  const page = await givenPage(as, space, { title: `The ${word}`, content: sentence })
  await settle()
  return { space, page, sentence, question: `@Helper how much does the ${word} cost?` }
}
