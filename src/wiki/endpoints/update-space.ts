import { endpoint } from '../../platform/http/endpoint.ts'
import { updateOf } from '../../platform/schema/fields.ts'
import { permissionIn } from '../access.ts'
import { changeSpace } from '../space-changes.ts'
import { Space, SpaceInput } from '../space.ts'

export const updateSpace = endpoint(
  {
    method: 'PUT',
    path: '/wiki/spaces/{id}',
    summary: 'Change a space',
    description:
      '`members` replaces the whole list; people removed from a private space lose access at once.',
    body: updateOf(SpaceInput, Space),
    response: Space,
    problems: { 403: 'The caller is not an admin of the space.', 409: 'The slug belongs to another space.' },
  },
  async ({ actor, params, body, ifMatch }) => {
    const { name, slug, description, visibility, members } = body
    const changes = { name, slug, description, visibility, members }
    const space = await changeSpace(actor, params.id, changes, ifMatch)
    return { ...space, permission: permissionIn(space, actor) ?? null }
  },
)
