import { randomUUID } from 'node:crypto'
import { sessions } from '../../src/platform/identity/session.ts'
import { beginSession } from '../../src/auth/token.ts'
import type { Role } from '../../src/platform/identity/actor.ts'
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

/** Somebody with a session, without the time that a password takes. */
export const signedIn = async ({
  role,
  name = 'Ada Lovelace',
}: { role?: Role; name?: string } = {}): Promise<SignedIn> => {
  const email = `${randomUUID()}@example.com`
  const user = users.make({ email, name, role: role ?? 'user' })
  const { session, token } = await beginSession(user)
  const entry = credentials.make({ ...user, email, user_id: user.id, password_hash: 'none' })
  await transact([users.toCreate(user), credentials.toCreate(entry), sessions.toCreate(session)])
  return { id: user.id, name, role: user.role, groups: [], email, token: token.access_token }
}

/** Ada Adams and Bob Brown, whose first names mention them. */
export const adaAndBob = (): Promise<[SignedIn, SignedIn]> =>
  Promise.all([signedIn({ name: 'Ada Adams' }), signedIn({ name: 'Bob Brown' })])
