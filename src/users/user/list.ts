import { isAmong } from '../../platform/schema/list-fields.ts'
import { searchPages } from '../../platform/search/query/list-search.ts'
import { readList, type PageRequest } from '../../platform/table/list/list.ts'
import { toListPage } from '../../platform/table/list/loaded-list.ts'
import { nameOrder, users, userSearchScopes, type StoredUser } from '../../platform/identity/user.ts'

interface Filters {
  /** Words in the name, or in the email address if colleagues may see it. */
  q?: string | undefined
  role?: StoredUser['role'][] | undefined
  type?: StoredUser['type'][] | undefined
  ids?: string[] | undefined
  group_id?: string[] | undefined
  /** Defaults to people who may sign in; with `ids`, to all. */
  is_active?: 'true' | 'false' | 'any' | undefined
}

/** Returns the number of rows to read for a page of active users. Most users are active; if not, a page is short. */
const rowsForActive = (limit: number) => limit + 10 + Math.ceil(limit / 4)

/** Returns a page of users as stored, by name or, with `q`, with the best matches first. */
export const queryUsers = async (
  { q, role, type, ids, group_id, is_active = ids ? 'any' : 'true' }: Filters,
  page: PageRequest,
) => {
  // loaded on demand, since most lists have no filter by group
  const members = group_id && (await (await import('./group-members.ts')).findGroupMembers(group_id))
  const isWanted = (user: Pick<StoredUser, 'id' | 'role' | 'type' | 'is_active' | 'group_ids'>) =>
    isAmong(role, user.role) &&
    isAmong(type, user.type) &&
    isAmong(ids, user.id) &&
    (!members || user.group_ids.some((id) => members.group_ids.includes(id))) &&
    (is_active === 'any' || String(user.is_active) === is_active)
  const load = async (wanted: { id: string }[]) =>
    // people have a second document with their name alone
    (await users.findMany(wanted.map(({ id }) => ({ id: id.split('#')[0] as string })))).map((user) =>
      user && isWanted(user) ? user : undefined,
    )

  if (q !== undefined) return searchPages({ scopes: userSearchScopes(), q, ...page }, load)
  const all = users.in('all', { erased_at: null })
  const few = ids ?? members?.user_ids
  const isFiltered = [role, type, members].some((filter) => filter !== undefined)
  if (!few && !isFiltered && is_active === 'true')
    return readList(all, page, isWanted, rowsForActive(page.limit))
  if (!few) return readList(all, page, isFiltered || is_active !== 'any' ? isWanted : undefined)
  const named = (await load(few.map((id) => ({ id })))).filter((user) => user !== undefined)
  return toListPage(named, nameOrder, page)
}
