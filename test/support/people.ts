import { randomUUID } from 'node:crypto'
import { sessions } from '../../src/auth/session.ts'
import { beginSession } from '../../src/auth/token.ts'
import type { Role } from '../../src/platform/actor.ts'
import { transact } from '../../src/platform/table.ts'
import { users } from '../../src/users/user.ts'

export interface SignedIn {
  id: string
  name: string
  role: Role
  email: string
  token: string
}

/** Somebody with a session, without the time that a password takes. */
export const signedIn = async ({ role = 'user' as Role, name = 'Ada Lovelace' } = {}): Promise<SignedIn> => {
  const email = `${randomUUID()}@example.com`
  const user = users.make({ email, name, role })
  const { session, token } = await beginSession(user)
  await transact([users.toCreate(user), sessions.toCreate(session)])
  return { id: user.id, name, role, email, token: token.access_token }
}
