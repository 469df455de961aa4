import { linkTo, type Resource } from '../platform/resource.ts'
import type { ThingOf } from '../platform/table/entity.ts'
import { permissionIn } from './access.ts'
import { spaces, spaceType } from './space.ts'

const viewOf = (space: ThingOf<typeof spaces>) => ({
  ...linkTo(spaceType, { id: space.id, title: space.name }),
  text: space.description ?? '',
  updated_at: space.updated_at,
})

export const spaceResource: Resource = {
  type: spaceType.type,
  isKnowledge: true,
  load: async (reader, wanted) =>
    (await spaces.findMany(wanted)).map((space) =>
      space && permissionIn(space, reader) ? viewOf(space) : undefined,
    ),
}
