import { linkTo, type Reader, type Resource } from '../resource.ts'
import type { Rights } from '../rights.ts'
import { indexedThings, type SearchOptions } from '../search/definition.ts'
import type { SharedKind, SharedResource } from './shared-kind.ts'

/** Returns true if a person may share, delete and restore a resource. */
export const isManager = <T extends SharedResource>({ policy }: SharedKind<T>, resource: T, person: Reader) =>
  policy.decide(resource, person)?.permission === policy.greatest

/** Returns the people with access to a shared resource. */
export const sharedRights = <T extends SharedResource>(kind: SharedKind<T>, resource: T): Rights => ({
  decidedBy: linkTo(kind.type, { id: resource.id, title: resource.name }),
  decide: (person) => kind.policy.decide(resource, person),
  mayChange: (person) => isManager(kind, resource, person),
  owner: resource.owner,
  named: resource[kind.list] ?? [],
  isOpen: kind.policy.isOpen(resource),
})

/** The search of a shared kind; name and description are always indexed, and `decide` also decides reads. */
type SharedSearch<T> = Omit<SearchOptions<T>, 'indexed'> & {
  indexed: Omit<SearchOptions<T>['indexed'], 'title' | 'text'>
}

/** Creates the resource definition of a shared kind with the trash, undo and search. */
export const sharedResource = <T extends SharedResource & { description: string | null }>(
  kind: SharedKind<T>,
  { decide = kind.policy.authorize, indexed, ...search }: SharedSearch<T>,
): Resource => ({
  type: kind.type.type,
  trash: true,
  undo: true,
  erasure: true,
  rights: async (id) => {
    const resource = await kind.entity.find({ id })
    return resource && sharedRights(kind, resource)
  },
  search: indexedThings<T>(kind.type.type, kind.entity, {
    ...search,
    indexed: { title: ({ name }) => name, text: ({ description }) => description, ...indexed },
    decide,
  }),
  load: async (reader, wanted) =>
    (await kind.entity.findMany(wanted)).map((resource) => {
      if (!resource || !decide(resource, reader)) return undefined
      const { id, name: title, description, updated_at, owner } = resource
      return { ...linkTo(kind.type, { id, title }), text: description ?? '', updated_at, author_id: owner.id }
    }),
})
