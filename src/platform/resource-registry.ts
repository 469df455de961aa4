import { resources } from '#generated/resources.ts'
import type { ResourceRef } from './resource-ref.ts'
import type { Reader, Resource, ResourceView, Wanted } from './resource.ts'
import type { Rights } from './rights.ts'
import type { SearchDefinition } from './search/definition.ts'

/** Resources of all areas, by type (decision 0014). */
const known: Readonly<Record<string, () => Promise<Resource>>> = resources

/** Returns the resource of a type; throws an Error if there is none, which is a bug. */
const resourceOf = async (type: string): Promise<Resource> => {
  const load = known[type]
  if (!load) throw new Error(`No resource has the type "${type}".`)
  return load()
}

/** Returns the access rules of a resource; undefined if it no longer exists or if its type declares no rules. */
export const rightsTo = async ({ type, id }: ResourceRef): Promise<Rights | undefined> => {
  const { rights } = await resourceOf(type)
  return typeof rights === 'string' ? undefined : rights(id)
}

/** Returns the search definition of a type; throws an Error if the type is not searchable. */
export const searchDefinitionOf = async (type: string): Promise<SearchDefinition> => {
  const { search } = await resourceOf(type)
  if (!search) throw new Error(`The type "${type}" is not searchable.`)
  return search
}

/**
 * Loads resources of any types as the reader may currently read them, in the order of `refs`; undefined for those that
 * do not exist or are unreadable. Loads the types concurrently, in one or two round trips (see {@link Resource}).
 */
export const loadResources = async (
  reader: Reader,
  refs: (ResourceRef & Wanted)[],
): Promise<(ResourceView | undefined)[]> => {
  const views = new Map<ResourceRef, ResourceView | undefined>()
  const load = async (type: string, own: (ResourceRef & Wanted)[]) => {
    const found = await (await resourceOf(type)).load(reader, own)
    for (const [index, ref] of own.entries()) views.set(ref, found[index])
  }
  const types = Map.groupBy(refs, ({ type }) => type)
  await Promise.all([...types].map(([type, own]) => load(type, own)))
  return refs.map((ref) => views.get(ref))
}
