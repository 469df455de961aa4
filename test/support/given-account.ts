import { argon2Sync } from 'node:crypto'
import { randomUUID } from 'node:crypto'
import { login } from '../../src/auth/endpoints/login.ts'
import { writeItem } from '../../src/platform/table/table.ts'
import { credentials } from '../../src/users/credentials.ts'
import { call } from './call.ts'
import { signedIn, type SignedIn } from './people.ts'

export const rightPassword = 'a long enough password'

const cheap = { memory: 64, passes: 1, parallelism: 1, tagLength: 32 }
const salt = Buffer.alloc(16, 1)
const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const tag = argon2Sync('argon2id', { message: rightPassword, nonce: salt, ...cheap })
const cheapHash = `$argon2id$v=19$m=64,t=1,p=1$${base64(salt)}$${base64(tag)}`

/** Creates a person who can sign in with {@link rightPassword}; its hash is cheap to verify. */
export const givenAccount = async (fields: Parameters<typeof signedIn>[0] = {}): Promise<SignedIn> => {
  const person = await signedIn(fields)
  await writeItem(credentials.toTouch(person, { password_hash: cheapHash }))
  return person
}

export const givenAccounts = (count: number): Promise<SignedIn[]> =>
  Promise.all(Array.from({ length: count }, () => givenAccount()))

/** Returns a network address that nobody else uses. */
export const someAddress = (): string => randomUUID()

export const signIn = (email: string, address: string, password = rightPassword) =>
  call(login, { body: { email, password }, address })

/** Tries this many wrong passwords in a row for each person from an address; returns the statuses. */
export const failing = async (people: { email: string }[], address: string, times = 5): Promise<number[]> => {
  const statuses: number[] = []
  for (const { email } of people)
    for (let n = 0; n < times; n += 1) statuses.push((await signIn(email, address, `wrong ${n}`)).status)
  return statuses
}
