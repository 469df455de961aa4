import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/update-fields.ts'
import { spacePolicy } from '../space/access.ts'
import { spaceAdminRequired } from '../problems.ts'
import { changeSpace } from '../space/changes.ts'
import { Space, SpaceInput } from '../space/space.ts'
import { slugTaken } from '../space/slug.ts'

export const updateSpace = endpoint('PUT /wiki/spaces/{id}', {
  summary: 'Update a space',
  isFunction: true,
  description:
    '`members` replaces the whole list. People removed from a private space lose access immediately.',
  sharing: ['visibility', 'internal_permission', 'members'],
  body: updateOf(SpaceInput, Space),
  response: Space,
  problems: [spaceAdminRequired, slugTaken],
  handle: async ({ actor, params, body, ifMatch }) => {
    const space = await changeSpace(actor, params.id, body, ifMatch)
    return { ...space, permission: spacePolicy.decide(space, actor)?.permission ?? null }
  },
})
