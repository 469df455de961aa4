import { GroupMember, groupMemberships } from '../group/group.ts'
import { groups } from '../../platform/identity/group.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { listOf, listQuery } from '../../platform/schema/list-fields.ts'
import { readList } from '../../platform/table/list/list.ts'

export const listMembers = endpoint('GET /groups/{id}/members', {
  summary: 'List the members of a group',
  description:
    'In the order in which the accounts were created, including deactivated people. `GET /users?group_id=` ' +
    'lists active members by name.',
  query: listQuery({}),
  response: listOf(GroupMember),
  handle: async ({ params: { id }, query }) => {
    const range = groupMemberships.in('ofGroup', { group_id: id })
    const [page] = await Promise.all([readList(range, query), groups.get({ id })])
    return page
  },
})
