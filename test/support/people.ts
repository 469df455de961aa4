import { randomUUID } from 'node:crypto'
import { sessions } from '../../src/platform/identity/session.ts'
import { beginSession } from '../../src/auth/token.ts'
import type { Role } from '../../src/platform/identity/actor.ts'
import { Problem } from '../../src/platform/runtime/problem.ts'
import { transact } from '../../src/platform/table/table.ts'
import { credentials } from '../../src/users/credentials.ts'
import { users } from '../../src/platform/identity/user.ts'

export interface SignedIn {
  id: string
  name: string
  role: Role
  groups: readonly string[]
  email: string
  token: string
}

type Person = { role?: Role; name?: string; email?: string }

const makeSignedIn = async (person: Person): Promise<SignedIn> => {
  const { role, name = 'Ada Lovelace', email = `${randomUUID()}@example.com` } = person
  const user = users.make({ email, name, role: role ?? 'user' })
  const { session, token } = await beginSession(user)
  const entry = credentials.make({ ...user, email, user_id: user.id, password_hash: 'none' })
  await transact([users.toCreate(user), credentials.toCreate(entry), sessions.toCreate(session)])
  return { id: user.id, name, role: user.role, groups: [], email, token: token.access_token }
}

const isUnavailable = (error: unknown) => error instanceof Problem && error.status === 503

const attempts = 4

/**
 * Creates a person with a session, without the cost of hashing a password; retries when a busy machine causes a 503.
 */
export const signedIn = async (person: Person = {}): Promise<SignedIn> => {
  for (let attempt = 1; attempt < attempts; attempt += 1)
    try {
      return await makeSignedIn(person)
    } catch (error) {
      if (!isUnavailable(error)) throw error
    }
  return makeSignedIn(person)
}

/** Creates Ada Adams and Bob Brown, whose first names mention them. */
export const adaAndBob = (): Promise<[SignedIn, SignedIn]> =>
  Promise.all([signedIn({ name: 'Ada Adams' }), signedIn({ name: 'Bob Brown' })])
