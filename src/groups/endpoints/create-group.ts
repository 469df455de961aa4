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
    'Wherever people are granted something, a group may be named instead of them. People are not notified. After ' +
    'a 503, the same request with the same `Idempotency-Key` adds the members that are missing.',
  body: GroupInput,
  response: Group,
  location: '/groups/{id}',
  problems: [
    groupNameTaken,
    tooManyGroups,
    groupFull,
    groups.absent.as({ when: 'The group has just been deleted again.' }),
  ],
  handle: async ({ body }) => presentGroup(await addGroup(body)),
})
