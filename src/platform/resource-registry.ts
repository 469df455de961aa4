import type { Reader, Resource, ResourceRef, ResourceView, Wanted } from './resource.ts'

type Resources = Readonly<Record<string, () => Promise<Resource>>>

let provided: Resources | undefined

/**
 * Says which resources there are (src/resources.ts). The platform knows no area, so whoever starts the service provides
 * them: a bundle (infra/packaging/resource-build.ts), a process that runs the sources (infra/endpoints.ts).
 */
export const provideResources = (resources: Resources): void => {
  provided = resources
}

/** The resource of a type; throws an Error when there is none, which is a mistake of ours. */
const resourceOf = async (type: string): Promise<Resource> => {
  const load = provided?.[type]
  if (!load) throw new Error(`The resource "${type}" was not provided.`)
  return load()
}

/** The scope of the words by which somebody finds things of a type that is searched. */
export const searchScopeOf = async (type: string, reader: Reader): Promise<string> => {
  const { searchScope } = await resourceOf(type)
  if (!searchScope) throw new Error(`The resource "${type}" is not searched.`)
  return searchScope(reader)
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
