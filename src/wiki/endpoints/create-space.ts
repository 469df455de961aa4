import { endpoint } from '../../platform/http/endpoint.ts'
import { addSpace } from '../space/changes.ts'
import { NewSpace, Space } from '../space/space.ts'
import { slugTaken } from '../space/slug.ts'

export const createSpace = endpoint('POST /wiki/spaces', {
  summary: 'Create a space',
  isFunction: true,
  description: 'The caller becomes the owner of the space, and is always one of its admins.',
  sharing: ['visibility', 'internal_permission', 'members'],
  body: NewSpace,
  response: Space,
  location: '/wiki/spaces/{id}',
  problems: [slugTaken],
  handle: async ({ actor, body }) => ({ ...(await addSpace(actor, body)), permission: 'admin' as const }),
})
