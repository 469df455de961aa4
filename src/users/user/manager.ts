import { users, type StoredUser } from '../../platform/identity/user.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import type { Operation } from '../../platform/table/operation.ts'

/** How many people may be above somebody, each the manager of the one before. */
const maxAbove = 50

/**
 * To whom somebody reports. Who is deactivated stays a manager until an administrator names another one; who is erased
 * does not.
 */
export const managerIdOf = ({ manager }: Pick<StoredUser, 'manager'>): string | null => manager?.id ?? null

/** Who may be a manager. */
export interface ManagerRules {
  mayBeInactive: boolean
}

const field = 'manager_id'

/** Everybody from a manager upwards; throws 422 when `user_id` is among them, or they are too many. */
const findAbove = async (user_id: string, manager_id: string | null): Promise<StoredUser[]> => {
  const above: StoredUser[] = []
  for (let id = manager_id; id !== null;) {
    if (id === user_id) throw invalid(field, 'must not be the id of somebody who reports to this person')
    if (above.length === maxAbove)
      throw invalid(field, `must be the id of somebody with fewer than ${maxAbove} people above them`)
    const found = await users.find({ id })
    if (found) above.push(found)
    id = found ? managerIdOf(found) : null
  }
  return above
}

/**
 * The manager that somebody gets, in one round trip for each person above them, and what the transaction must require:
 * that those are unchanged, so two changes at once make no circle. Throws 422 unless it is another person, by default
 * an active one, who does not report to them, directly or through others.
 */
export const findManager = async (
  user: StoredUser,
  manager_id: string | null | undefined,
  { mayBeInactive }: ManagerRules = { mayBeInactive: false },
): Promise<{ manager: StoredUser['manager']; required: Operation[] }> => {
  if (manager_id === undefined || manager_id === managerIdOf(user))
    return { manager: user.manager, required: [] }
  const above = manager_id === user.id ? [] : await findAbove(user.id, manager_id)
  const [manager] = above
  const isFit = manager?.type === 'person' && (mayBeInactive ? manager.erased_at === null : manager.is_active)
  if (manager_id !== null && !isFit)
    throw invalid(field, `must be the id of another ${mayBeInactive ? '' : 'active '}person`)
  return {
    manager: manager ? { id: manager.id, name: manager.name } : null,
    required: above.map(users.toRequireRead),
  }
}
