import type { ThingOf } from '../platform/table/entity.ts'
import { readList, type PageRequest } from '../platform/table/list/list.ts'
import { problem } from '../platform/runtime/problem.ts'
import type { Operation } from '../platform/table/operation.ts'
import { users } from '../platform/identity/user.ts'

type StoredUser = ThingOf<typeof users>

/** Returns true for an active administrator who is a person: nobody signs in to a service account. */
export const isAdministrator = ({
  role,
  type,
  is_active,
}: Pick<StoredUser, 'role' | 'type' | 'is_active'>): boolean =>
  role === 'admin' && type === 'person' && is_active

/** Maximum number of other administrators checked; one is enough. */
const maxCandidates = 10

export const lastAdministrator = problem(
  'users.last_administrator',
  409,
  'The last active administrator must not be demoted or deactivated.',
)

/** Returns a page of the people who can administer the platform. */
export const readAdministrators = (page: PageRequest) =>
  readList(users.in('administrators', { role: 'admin', type: 'person', is_active: true }), page)

/**
 * Returns the condition of a transaction that removes an administrator: another one remains unchanged. If two
 * administrators demote each other at the same time, one remains. `by`, the person doing it, usually is that other one.
 * Throws 409 if there is none.
 */
export const toKeepAdministrator = async (
  leaving: StoredUser,
  by: string | undefined,
): Promise<Operation> => {
  const { items } = await readAdministrators({ limit: maxCandidates })
  const ids = new Set([...(by === undefined ? [] : [by]), ...items.map(({ id }) => id)])
  ids.delete(leaving.id)
  const others = await users.findMany([...ids].map((id) => ({ id })))
  const other = others.find((user) => user !== undefined && isAdministrator(user))
  if (other) return users.toRequireRead(other)
  throw lastAdministrator()
}
