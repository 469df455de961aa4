import type { Actor } from '../identity/actor.ts'
import { searchScopes } from '../search/definition.ts'
import { searchPages } from '../search/query/list-search.ts'
import type { Changes, IfMatch } from '../table/changes.ts'
import type { PageRequest } from '../table/list/list.ts'
import { transact } from '../table/table.ts'
import { toTrash } from '../trash/moves.ts'
import { isOwnThing, trashedOwn, type OwnedKind, type OwnedThing } from './owned-kind.ts'

/** Creates a resource of the caller. */
export const createOwned = <T extends OwnedThing>(
  { things }: OwnedKind<T>,
  { id, name }: Actor,
  fields: object,
): Promise<T> => things.create(things.make({ ...fields, owner: { id, name } } as never))

/** Returns a resource of the caller; throws 404, also for other people's resources. */
export const findOwned = async <T extends OwnedThing>(
  { things }: OwnedKind<T>,
  actor: Actor,
  id: string,
): Promise<T> => {
  const thing = await things.get({ id } as T)
  if (!isOwnThing(thing, actor)) throw things.absent()
  return thing
}

/** Changes a resource of the caller; throws 404 and 412. */
export const updateOwned = async <T extends OwnedThing>(
  kind: OwnedKind<T>,
  actor: Actor,
  id: string,
  changes: Changes<T>,
  ifMatch?: IfMatch,
): Promise<T> => kind.things.update(await findOwned(kind, actor, id), changes, ifMatch)

/** Moves a resource of the caller to the trash; throws 404 and 412. */
export const removeOwned = async <T extends OwnedThing>(
  kind: OwnedKind<T>,
  actor: Actor,
  id: string,
  ifMatch?: IfMatch,
): Promise<void> =>
  kind.things.modify(await findOwned(kind, actor, id), (current) =>
    transact([kind.things.toRemoveRead(current, [], ifMatch), ...toTrash(actor, trashedOwn(kind, current))]),
  )

/** Returns a page of the caller's resources that match `q`, best matches first. */
export const searchOwned = <T extends OwnedThing>(
  { things }: OwnedKind<T>,
  actor: Actor,
  q: string,
  page: PageRequest,
) =>
  searchPages({ scopes: searchScopes(things.name, actor), q, ...page }, async (hits) =>
    (await things.findMany(hits)).map((thing) => (thing && isOwnThing(thing, actor) ? thing : undefined)),
  )
