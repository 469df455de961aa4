import { randomBytes } from 'node:crypto'
import { credentials } from '../../src/users/credentials.ts'
import { changeUser, registerUser } from '../../src/users/registration.ts'
import { users } from '../../src/platform/identity/user.ts'
import type { SmokePerson } from './conversation.ts'

type Pair = [author: SmokePerson, follower: SmokePerson]

/** Returns two people from environment variables: passwords on the command line would appear in lists of processes. */
export const givenPeople = (env: NodeJS.ProcessEnv): Pair | undefined => {
  const names = ['SMOKE_EMAIL', 'SMOKE_PASSWORD', 'SMOKE_OTHER_EMAIL', 'SMOKE_OTHER_PASSWORD'] as const
  const values = names.map((name) => env[name] || undefined)
  if (values.every((value) => value === undefined)) return undefined
  const missing = names.filter((_, index) => values[index] === undefined)
  if (missing.length > 0) throw new Error(`${missing.join(' and ')} must also be set.`)
  const [email, password, otherEmail, otherPassword] = values as [string, string, string, string]
  return [
    { email, password },
    { email: otherEmail, password: otherPassword },
  ]
}

/**
 * Addresses of the two participants, the same in each run: users cannot be deleted, so they get access only for the
 * duration of a run (decision 0042). Emails to the simulator of Amazon SES do not bounce.
 */
const emails = [
  'success+smoke-author@simulator.amazonses.com',
  'success+smoke-follower@simulator.amazonses.com',
] as const

const admit = async (email: string): Promise<SmokePerson> => {
  const password = randomBytes(18).toString('base64url')
  const known = await credentials.find({ email })
  if (known) await changeUser(await users.get({ id: known.user_id }), { is_active: true }, { password })
  else await registerUser({ email, name: 'Smoke test', role: 'user' }, password)
  return { email, password }
}

/** Gives the two people access, in the table that the environment names. */
export const admitPeople = async (): Promise<Pair> => [await admit(emails[0]), await admit(emails[1])]

/** Revokes their access. */
export const dismissPeople = async (): Promise<void> => {
  const dismiss = async (email: string) => {
    const known = await credentials.find({ email })
    if (known) await changeUser(await users.get({ id: known.user_id }), { is_active: false }, {})
  }
  const ended = await Promise.allSettled(emails.map(dismiss))
  for (const one of ended) if (one.status === 'rejected') throw one.reason
}
