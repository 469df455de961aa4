import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { listQuery, queryValues, searchableListOf, words } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { UserRole, UserType } from '../../platform/identity/user.ts'
import { presentUser } from '../access.ts'
import { queryUsers } from '../user/list.ts'
import { User } from '../user/user.ts'

export const listUsers = endpoint('GET /users', {
  summary: 'List users by name',
  description:
    'Fields that the caller must not see are null, as in `GET /users/{id}`. With `group_id`, pages are full if ' +
    'the groups have at most 1,000 members together; otherwise a page covers 1,000 people by name and may be ' +
    'empty.',
  profile: 'viewer',
  query: listQuery({
    q: words
      .optional()
      .meta(docs('Words in the name, or in the email address if colleagues may see it; best matches first.')),
    role: queryValues(UserRole).optional().meta(docs('Only people with these roles, separated by commas.')),
    type: queryValues(UserType).optional().meta(docs('Only these types of users, separated by commas.')),
    is_active: z
      .enum(['true', 'false', 'any'])
      .optional()
      .meta(
        docs(
          'True for users who may sign in, false for deactivated ones; `true` by default, `any` with `ids`.',
        ),
      ),
    group_id: queryValues(id)
      .optional()
      .meta(docs('Only people in one of these groups, by their IDs, separated by commas.')),
    ids: queryValues(id, 100).optional().meta(docs('Only these users: up to 100 ids, separated by commas.')),
  }),
  response: searchableListOf(User),
  handle: async ({ actor, query: { limit, cursor, ...filters } }) => {
    const found = await queryUsers(filters, { limit, cursor })
    const items = await Promise.all(found.items.map((user) => presentUser(actor, user)))
    // rows of the list lack the data for it
    return { ...found, items: items.map((user) => ({ ...user, sign_in: null })) }
  },
})
