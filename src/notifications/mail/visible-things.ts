import { loadGroups } from '../../platform/identity/principals.ts'
import type { StoredUser } from '../../platform/identity/user.ts'
import { loadResources } from '../../platform/resource-registry.ts'
import { distinctRefs, refKey, type ResourceRef } from '../../platform/resource-ref.ts'
import { forPeople, type ResourceLink } from '../../platform/resource.ts'
import { trashEntries, trashEntryType } from '../../platform/trash/entry.ts'

/** Where the right to see what is in the trash is decided, by the types of deleted things that have such a place. */
const containerTypes: Readonly<Record<string, string>> = { wiki_page: 'wiki_space', task: 'project' }

/** What must be readable for a thing to be named: itself, or what a deleted one was in; undefined where it is gone. */
const askedFor = async (link: ResourceLink): Promise<ResourceRef[] | undefined> => {
  if (link.type !== trashEntryType.type) return [link]
  const entry = await trashEntries.find(link)
  if (entry?.state !== 'trashed') return undefined
  const type = containerTypes[entry.type]
  return type === undefined || entry.container_id === null ? [] : [{ type, id: entry.container_id }]
}

/** A thing as its reader may see it now, with today's title and address; `text` is the beginning of what it says. */
type VisibleThing = ResourceLink & { text: string | undefined }

/**
 * What notices are about as their reader may see it now, by `refKey`: what is missing is gone, or nothing that they may
 * read any more.
 */
export const visibleThings = async (
  user: StoredUser,
  links: ResourceLink[],
): Promise<ReadonlyMap<string, VisibleThing>> => {
  const reader = { id: user.id, role: user.role, groups: await loadGroups(user) }
  const wanted = distinctRefs(links)
  const asked = await Promise.all(wanted.map(askedFor))
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
