import { resources } from '#generated/resources.ts'
import type { ResourceRef } from './resource-ref.ts'
import type { Reader, Resource, ResourceView, Wanted } from './resource.ts'
import type { Rights } from './rights.ts'
import type { SearchDefinition } from './search/definition.ts'

/** Those of all areas, by type (decision 0014). */
const known: Readonly<Record<string, () => Promise<Resource>>> = resources

/** The resource of a type; throws an Error when there is none, which is a mistake of ours. */
const resourceOf = async (type: string): Promise<Resource> => {
  const load = known[type]
  if (!load) throw new Error(`There is no resource "${type}".`)
  return load()
}

/** Who may see a thing; undefined where it is gone or nobody needs to ask. */
export const rightsTo = async ({ type, id }: ResourceRef): Promise<Rights | undefined> => {
  const { rights } = await resourceOf(type)
  return typeof rights === 'string' ? undefined : rights(id)
}

/** How things of a type are found; throws an Error when they are not. */
export const searchDefinitionOf = async (type: string): Promise<SearchDefinition> => {
  const { search } = await resourceOf(type)
  if (!search) throw new Error(`The resource "${type}" is not searched.`)
  return search
}

/**
 * Things of any types as somebody may read them now, in the order of `refs`; undefined for those that are gone or that
 * they may not read. The types are read side by side: one round trip or two (see {@link Resource}).
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
