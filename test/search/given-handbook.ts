import { givenPage, givenSpace } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

export const question = 'How much vacation do employees get?'

/** Contains words of the question, but does not answer it. */
export const parking = `## Parking

Employees who are on vacation may lend their parking space to guests of the house for free.`

/** Answers the question in other words (test/support/scripted-embeddings.ts). */
export const absence = `## Absence

A colleague has thirty days of leave each year.`

/** Creates an indexed page with both texts that only its author may read. */
export const givenHandbook = async () => {
  const author = await signedIn()
  const space = await givenSpace(author, { visibility: 'private' })
  const page = await givenPage(author, space, { title: 'Handbook', content: `${parking}\n\n${absence}` })
  await settle({ index: true })
  return { author, space, page }
}
