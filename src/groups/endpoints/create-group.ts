import { Group, groups } from '../../platform/identity/group.ts'
import { GroupInput } from '../group/group.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { presentGroup } from '../group/access.ts'
import { addGroup } from '../group/changes.ts'
import { groupFull, tooManyGroups } from '../group/members.ts'
import { groupNameTaken } from '../group/name.ts'

export const createGroup = endpoint('POST /groups', {
  access: 'admin',
  summary: 'Create a group of people',
  effect: 'admin',
  description:
    'A group can be named wherever people can be granted access. People are not notified. After a 503, repeat ' +
    'the same request with the same `Idempotency-Key` to add the remaining members.',
  body: GroupInput,
  response: Group,
  location: '/groups/{id}',
  problems: [
    groupNameTaken,
    tooManyGroups,
    groupFull,
    groups.absent.as({ when: 'The group was created, and has been deleted since.' }),
  ],
  handle: async ({ body }) => presentGroup(await addGroup(body)),
})
