import { linkTo, type Resource } from '../resource.ts'
import { indexedPart, indexedThings } from '../search/definition.ts'
import { isOwnThing, type OwnedKind, type OwnedThing } from './owned-kind.ts'

/** Creates the resource definition of a kind with one owner; nobody else can find or read its resources. */
export const ownedResource = <T extends OwnedThing>({
  type,
  path,
  things,
  indexed,
}: OwnedKind<T>): Resource => {
  const { title, text } = indexed
  const toOwnView = (thing: T) => ({
    ...linkTo({ type, path }, { id: thing.id, title: indexedPart(thing, title) }),
    text: (text !== undefined && typeof text !== 'object' && indexedPart(thing, text)) || '',
    updated_at: thing.updated_at,
    author_id: thing.owner.id,
  })
  return {
    type,
    trash: true,
    undo: true,
    erasure: true,
    rights: 'Only the owner may read it.',
    search: indexedThings(type, things, { scope: things.name, readers: ({ owner }) => [owner.id], indexed }),
    load: async (reader, wanted) =>
      (await things.findMany(wanted)).map((thing) =>
        thing && isOwnThing(thing, reader) ? toOwnView(thing) : undefined,
      ),
  }
}
