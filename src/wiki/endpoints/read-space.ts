import { endpoint } from '../../platform/http/endpoint.ts'
import { presentSpace } from '../space/access.ts'
import { Space, spaces, spaceType } from '../space/space.ts'

export const readSpace = endpoint(`GET ${spaceType.path}`, {
  summary: 'Get a space',
  isFunction: true,
  description: 'Includes the members of the space and the caller’s own `permission`.',
  response: Space,
  handle: async ({ actor, params }) => {
    const space = presentSpace(actor, await spaces.get(params))
    if (!space) throw spaces.absent()
    return space
  },
})
