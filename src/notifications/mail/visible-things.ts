import { loadGroups } from '../../platform/identity/principals.ts'
import type { StoredUser } from '../../platform/identity/user.ts'
import { loadResources } from '../../platform/resource-registry.ts'
import { distinctRefs, refKey, type ResourceRef } from '../../platform/resource-ref.ts'
import { forPeople, type ResourceLink } from '../../platform/resource.ts'
import { trashEntries, trashEntryType } from '../../platform/trash/entry.ts'

/** Container types that decide on read access to a deleted resource, by the type of the resource. */
const containerTypes: Readonly<Record<string, string>> = { wiki_page: 'wiki_space', task: 'project' }

/**
 * Returns the resources that a reader must be able to read to see the link: the resource itself, or the former
 * container of a deleted one; undefined if the resource no longer exists.
 */
const requiredRefs = async (link: ResourceLink): Promise<ResourceRef[] | undefined> => {
  if (link.type !== trashEntryType.type) return [link]
  const entry = await trashEntries.find(link)
  if (entry?.state !== 'trashed') return undefined
  const type = containerTypes[entry.type]
  return type === undefined || entry.container_id === null ? [] : [{ type, id: entry.container_id }]
}

/** A resource as its reader may see it now, with the current title and URL; `text` is the beginning of its content. */
type VisibleResource = ResourceLink & { text: string | undefined }

/**
 * Returns the resources of notifications as their reader may see them now, by `refKey`, without those that no longer
 * exist or that the reader may no longer read.
 */
export const visibleResources = async (
  user: StoredUser,
  links: ResourceLink[],
): Promise<ReadonlyMap<string, VisibleResource>> => {
  const reader = { id: user.id, role: user.role, groups: await loadGroups(user) }
  const wanted = distinctRefs(links)
  const asked = await Promise.all(wanted.map(requiredRefs))
  const refs = distinctRefs(asked.flatMap((of) => of ?? []))
  const loaded = await loadResources(reader, refs)
  const views = new Map(refs.map((ref, index) => [refKey(ref), loaded[index]]))
  const visible = wanted.filter((_, index) => asked[index]?.every((ref) => views.get(refKey(ref))))
  return new Map(
    visible.map((link) => {
      const view = views.get(refKey(link))
      return [refKey(link), { ...forPeople({ ...link, title: view?.title ?? link.title }), text: view?.text }]
    }),
  )
}
