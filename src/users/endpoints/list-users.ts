import * as z from '../../platform/schema/schema.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { environment } from '../../platform/runtime/environment.ts'
import { id, listQuery, searchableListOf, words } from '../../platform/schema/fields.ts'
import { pageOf, readList } from '../../platform/table/list.ts'
import { searchPage } from '../../platform/search/page.ts'
import { presentUser } from '../access.ts'
import {
  nameOrder,
  userNameSearchScope,
  Role,
  User,
  users,
  userSearchScope,
} from '../../platform/identity/user.ts'

const ids = z
  .string()
  .transform((list) => list.split(',').map((id) => id.trim()))
  .pipe(z.array(id).min(1).max(100))

export const listUsers = endpoint(
  {
    method: 'GET',
    path: '/users',
    summary: 'List users by name',
    query: listQuery({
      q: words.optional().meta({
        description:
          'Words in the name, or in the email address where colleagues may see it; best matches first.',
      }),
      role: Role.optional(),
      ids: ids.optional().meta({ description: 'Only these users: up to 100 ids, separated by commas.' }),
    }),
    response: searchableListOf(User),
  },
  async ({ actor, query: { q, role, ids, ...page } }) => {
    const isWanted = (user: { id: string; role: string }) =>
      (role === undefined || user.role === role) && (ids === undefined || ids.includes(user.id))
    const load = async (wanted: { id: string }[]) =>
      (await users.findMany(wanted)).map((user) => (user && isWanted(user) ? user : undefined))

    const shown = <P extends { items: z.output<typeof users.schema>[] }>(found: P) => ({
      ...found,
      items: found.items.map((user) => presentUser(actor, user)),
    })
    if (q !== undefined)
      return shown(
        await searchPage(
          { scope: environment.showsEmails ? userSearchScope : userNameSearchScope, q, ...page },
          load,
        ),
      )
    if (ids === undefined) return shown(await readList(users.in('all', {}), page, role && isWanted))
    const named = (await load(ids.map((id) => ({ id })))).filter((user) => user !== undefined)
    return shown(pageOf(named, nameOrder, page))
  },
)
