import { randomUUID } from 'node:crypto'
import { signedIn } from '../support/people.ts'

/** Returns a word that no other test has. */
export const newWord = () => `w${randomUUID().replaceAll('-', '').slice(0, 16)}`

/** Creates people with different access. */
export const givenReaders = async () => {
  const [owner, friend, stranger, agent, admin] = await Promise.all([
    signedIn(),
    signedIn(),
    signedIn(),
    signedIn({ role: 'support_agent' }),
    signedIn({ role: 'admin' }),
  ])
  return { owner, friend, stranger, agent, admin }
}
export type Readers = Awaited<ReturnType<typeof givenReaders>>
