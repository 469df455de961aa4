import type { Actor } from '../../../src/platform/identity/actor.ts'
import { users } from '../../../src/platform/identity/user.ts'
import { credentials } from '../../../src/users/credentials.ts'
import { whileBusy } from './while-busy.ts'
import { registerUser } from '../../../src/users/registration.ts'
import { demoPeople } from './demo-people.ts'

type DemoPerson = (typeof demoPeople.people)[number]

/** Name of a demo account: the part of its address before `@example.com`. */
export type Name = DemoPerson['email'] extends `${infer N}@example.com` ? N : never
export type People = Record<Name, Actor>

const givenPerson = async (person: DemoPerson): Promise<[string | undefined, Actor]> => {
  const known = await credentials.find(person)
  const user = known ? users.get({ id: known.user_id }) : registerUser(person, demoPeople.password)
  return [person.email.split('@')[0], { ...(await user), groups: [] }]
}

/** Creates the demo's people unless they exist. */
export const loadPeople = async (): Promise<People> =>
  Object.fromEntries(
    await Promise.all(demoPeople.people.map((person) => whileBusy(() => givenPerson(person)))),
  ) as People
