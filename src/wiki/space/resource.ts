import { linkTo, type Resource } from '../../platform/resource.ts'
import { indexedThings } from '../../platform/search/definition.ts'
import type { ThingOf } from '../../platform/table/entity.ts'
import { spaceRights, spacePolicy } from './access.ts'
import { spaces, spaceSearchScope, spaceType } from './space.ts'

const toSpaceView = (space: ThingOf<typeof spaces>) => ({
  ...linkTo(spaceType, { id: space.id, title: space.name }),
  text: space.description ?? '',
  updated_at: space.updated_at,
  author_id: space.owner.id,
})

export const spaceResource: Resource = {
  type: spaceType.type,
  trash: true,
  undo: true,
  erasure: true,
  rights: async (id) => {
    const space = await spaces.find({ id })
    return space && spaceRights(space)
  },
  isKnowledge: true,
  search: indexedThings(spaceType.type, spaces, {
    scope: spaceSearchScope,
    indexed: { title: 'name', keys: ({ slug }) => [slug], text: 'description' },
    decide: spacePolicy.authorize,
  }),
  load: async (reader, wanted) =>
    (await spaces.findMany(wanted)).map((space) =>
      space && spacePolicy.authorize(space, reader) ? toSpaceView(space) : undefined,
    ),
}
