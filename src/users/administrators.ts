import type { ThingOf } from '../platform/table/entity.ts'
import { readList, type PageRequest } from '../platform/table/list/list.ts'
import { problem } from '../platform/runtime/problem.ts'
import type { Operation } from '../platform/table/operation.ts'
import { users } from '../platform/identity/user.ts'

type StoredUser = ThingOf<typeof users>

/** Whether somebody can administer the platform in person: nobody signs in to a service account. */
export const isAdministrator = ({
  role,
  type,
  is_active,
}: Pick<StoredUser, 'role' | 'type' | 'is_active'>): boolean =>
  role === 'admin' && type === 'person' && is_active

/** How many of the other administrators are asked, of whom one is enough. */
const maxCandidates = 10

export const lastAdministrator = problem(
  'users.last_administrator',
  409,
  'The last active administrator can neither be demoted nor deactivated.',
)

/** A page of those who can administer the platform in person. */
export const readAdministrators = (page: PageRequest) =>
  readList(users.in('administrators', { role: 'admin', type: 'person', is_active: true }), page)

/**
 * What a transaction must hold to that takes an administrator away: another one, who stays as they are. So of two who
 * demote one another at the same time one stays. `by`, who does it, is mostly that other one. Throws 409 when there is
 * none.
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
