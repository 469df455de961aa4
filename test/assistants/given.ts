import { randomUUID } from 'node:crypto'
import { createAssistant } from '../../src/assistants/endpoints/create-assistant.ts'
import { listAssistants } from '../../src/assistants/endpoints/list-assistants.ts'
import { users } from '../../src/platform/identity/user.ts'
import { made } from '../support/given.ts'
import type { SignedIn } from '../support/people.ts'

export type Granted = [person: { id: string }, permission: 'view' | 'edit']

/** Returns grants in the form of a request body. */
export const grantsOf = (granted: Granted[]) =>
  granted.map(([{ id }, permission]) => ({ user_id: id, permission }))

/** Creates an assistant of `as`, private unless `visibility` says otherwise, with grants as `[person, permission]`. */
export const givenAssistant = (
  as: SignedIn,
  { grants = [], ...fields }: { grants?: Granted[]; [field: string]: unknown } = {},
) =>
  made(createAssistant, { as, body: { name: `Helper ${randomUUID()}`, grants: grantsOf(grants), ...fields } })

/** Creates people without sessions. */
export const givenPeople = async (count: number, name = 'Grace Hopper'): Promise<{ id: string }[]> => {
  const people = Array.from({ length: count }, () =>
    users.make({ email: `${randomUUID()}@example.com`, name, role: 'user' }),
  )
  await Promise.all(people.map((person) => users.create(person)))
  return people
}

interface Listed {
  id: string
  name: string
  updated_at: string
}

/** Returns all assistants that the list shows to `as`, page by page. */
export const listedFor = async (
  as: SignedIn,
  query: { q?: string; mine?: boolean; limit?: number } = {},
): Promise<Listed[]> => {
  const items: Listed[] = []
  let cursor: string | undefined
  do {
    const page = await made(listAssistants, { as, query: { ...query, cursor } })
    items.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return items
}
