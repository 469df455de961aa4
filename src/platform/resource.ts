import { docs } from '#docs'
import type { Actor } from './identity/actor.ts'
import * as z from './schema/schema.ts'
import { answeredUrl, answeredText, answeredId, answeredTitle } from './schema/fields.ts'
import { resourceUrl } from './http/app-urls.ts'
import { endpointUrl } from './http/link.ts'
import type { ResourceRef } from './resource-ref.ts'
import type { Rights } from './rights.ts'
import type { SearchDefinition } from './search/definition.ts'

/** A resource type: its name, and the path below `/api/v1` for reading one by its ID. */
export interface ResourceType<Type extends string = string> {
  type: Type
  path: `${string}{id}`
}

/** A resource with its title and URL, as notifications, events, search and responses show it. */
export interface ResourceLink<Type extends string = string> {
  type: Type
  id: string
  title: string
  url: string
}

/** URL fields of a resource in a response. */
export const linkFields = {
  url: answeredUrl.meta(docs('URL for people.')),
  api_url: answeredUrl.meta(docs('URL in this API.')),
}

/** Schema of a {@link ResourceLink} in responses. */
export const ResourceLink = z.described(docs('The resource it refers to.', { id: 'Resource' }), {
  type: answeredText(100).meta(docs('Type of resource.', { examples: ['wiki_page'] })),
  id: answeredId.meta(docs('ID of the resource.')),
  title: answeredTitle.meta(docs('Its title at that time.', { examples: ['Welcome'] })),
  ...linkFields,
})

/** Schema of a stored {@link ResourceLink}, whose `url` is the URL in this API. */
export const StoredLink = ResourceLink.omit({ api_url: true })

/** A resource as shown to a person who may read it; `url` is the URL in this API. */
export interface ResourceView extends ResourceLink {
  /** Resource that owns this one, if it is a part. */
  parent?: ResourceRef
  /** Current space of the resource, which may have moved since it was indexed. */
  container_id?: string
  /** Text or its beginning; empty if the resource has none. */
  text: string
  /** RFC 3339. */
  updated_at: string
  /**
   * Returns all content that the reader may read, in Markdown: at most about 1 MB, in one round trip. If absent, `text`
   * is complete. Throws a ConflictError if the resource has changed meanwhile.
   */
  content?: () => Promise<string>
  /** Number of the revision or version, if the resource keeps them. */
  revision?: number
  /** IDs of attached files, if files can be attached. */
  file_ids?: string[]
  /** ID of the author, if a person created the resource. */
  author_id?: string
  /** Returns the containers of the resource, outermost first; the reader may read all of them. */
  breadcrumbs?: () => Promise<Breadcrumb[]>
}

/** Maximum number of breadcrumbs: the space, and the nearest 12 ancestors of a page. */
export const maxBreadcrumbs = 13

/** A container of a resource, with its title. */
export const Breadcrumb = z.described(docs('A resource that contains it.', { id: 'Breadcrumb' }), {
  type: answeredText(100).meta(docs('Type of resource.', { examples: ['wiki_space'] })),
  id: answeredId.meta(docs('ID of the resource.')),
  title: answeredTitle.meta(docs('Title, name or subject.', { examples: ['Team handbook'] })),
})
export type Breadcrumb = z.output<typeof Breadcrumb>

/** The person for whom resources are read. */
export type Reader = Pick<Actor, 'id' | 'role' | 'groups'>

/** A resource to load. `container` is the space or project that decides read access, if known. */
export interface Wanted {
  id: string
  container?: string
}

/** True if a file beside the resource declares the feature; otherwise the reason for its absence, in a sentence. */
export type DeclaredOrReason = true | `${string}.`

/**
 * Interface of a resource type for other areas, declared in `src/<area>/<kind>/resource.ts`, which alone decides who
 * may read.
 */
export interface Resource {
  type: string
  /** True if deleted resources can be restored from the trash. */
  trash: DeclaredOrReason
  /** True if changes can be undone. */
  undo: DeclaredOrReason
  /** True if erasing a person does more to the resource than replace their name. */
  erasure: DeclaredOrReason
  /**
   * Returns the access rules of one resource; undefined if it does not exist. A sentence instead of a function is the
   * reason why nobody needs to query them.
   */
  rights: ((id: string) => Promise<Rights | undefined>) | `${string}.`
  /** True if the resource belongs to another one, the `parent` of its views. */
  isPart?: true
  /** True if assistants can use it as knowledge. */
  isKnowledge?: boolean
  /** True if replies of assistants can quote it. */
  isSource?: boolean
  /** True if files can be attached; anyone who may read the resource may read the files that it shows. */
  holdsFiles?: boolean
  /** Search definition; absent if the resource is not searchable. */
  search?: SearchDefinition
  /**
   * Returns the resources as the reader may currently read them, in the order of `wanted`; undefined for those that do
   * not exist or are unreadable. Loads all of them together: in one round trip if their containers are known, otherwise
   * in two.
   */
  load: (reader: Reader, wanted: Wanted[]) => Promise<(ResourceView | undefined)[]>
}

/** Returns the `load` of a type whose resources are visible to a reader either all or not at all. */
export const loadAllOrNone =
  <T>(
    things: { findMany: (wanted: Wanted[]) => Promise<(T | undefined)[]> },
    toView: (thing: T) => ResourceView,
    seesAll: (reader: Reader) => boolean,
  ): Resource['load'] =>
  async (reader, wanted) =>
    seesAll(reader)
      ? (await things.findMany(wanted)).map((thing) => thing && toView(thing))
      : wanted.map(() => undefined)

/** Returns the link to a resource as other resources store it, with its URL in this API. */
export const linkTo = <Type extends string>(
  { type, path }: ResourceType<Type>,
  { id, title }: { id: string; title: string },
): ResourceLink<Type> => ({ type, id, title, url: endpointUrl(path, { id }) })

/**
 * Replaces the URL of a stored link by the current one for people: in the company's own client, or of the reading page.
 */
export const forPeople = <L extends ResourceLink>(link: L) => ({
  ...link,
  url: resourceUrl(link),
  api_url: link.url,
})
