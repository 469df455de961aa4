import { Group, groups } from '../../platform/identity/group.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { presentGroup } from '../group/access.ts'

export const readGroup = endpoint('GET /groups/{id}', {
  summary: 'Get a group of people',
  description: 'The members are at `/groups/{id}/members`.',
  response: Group,
  handle: async ({ params }) => presentGroup(await groups.get(params)),
})
