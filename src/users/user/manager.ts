import { users, type StoredUser } from '../../platform/identity/user.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import type { Operation } from '../../platform/table/operation.ts'

/** Maximum number of managers above a person. */
const maxAbove = 50

/**
 * Returns the ID of a person's manager. A deactivated manager remains until an administrator names another one; an
 * erased one does not.
 */
export const findManagerId = ({ manager }: Pick<StoredUser, 'manager'>): string | null => manager?.id ?? null

export interface ManagerRules {
  mayBeInactive: boolean
}

const field = 'manager_id'

/** Returns everyone from a manager upwards; throws 422 if `user_id` is among them, or if they are too many. */
const findAbove = async (user_id: string, manager_id: string | null): Promise<StoredUser[]> => {
  const above: StoredUser[] = []
  for (let id = manager_id; id !== null;) {
    if (id === user_id) throw invalid(field, 'must not be the ID of a person who reports to this person')
    if (above.length === maxAbove)
      throw invalid(field, `must be the ID of a person with fewer than ${maxAbove} managers above them`)
    const found = await users.find({ id })
    if (found) above.push(found)
    id = found ? findManagerId(found) : null
  }
  return above
}

/**
 * Returns the new manager of a person, in one round trip for each level above, and the conditions of the transaction:
 * the people above must be unchanged, so that concurrent changes cannot create a cycle. Throws 422 unless the manager
 * is another person, by default an active one, who does not report to this person directly or through others.
 */
export const findManager = async (
  user: StoredUser,
  manager_id: string | null | undefined,
  { mayBeInactive }: ManagerRules = { mayBeInactive: false },
): Promise<{ manager: StoredUser['manager']; required: Operation[] }> => {
  if (manager_id === undefined || manager_id === findManagerId(user))
    return { manager: user.manager, required: [] }
  const above = manager_id === user.id ? [] : await findAbove(user.id, manager_id)
  const [manager] = above
  const isFit = manager?.type === 'person' && (mayBeInactive ? manager.erased_at === null : manager.is_active)
  if (manager_id !== null && !isFit)
    throw invalid(field, `must be the ID of another ${mayBeInactive ? '' : 'active '}person`)
  return {
    manager: manager ? { id: manager.id, name: manager.name } : null,
    required: above.map(users.toRequireRead),
  }
}
