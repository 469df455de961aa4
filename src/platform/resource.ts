import { docs } from '#docs'
import type { Actor } from './identity/actor.ts'
import * as z from './schema/schema.ts'
import { answeredText, answeredId, answeredTitle } from './schema/fields.ts'
import { appUrlOf } from './http/app-urls.ts'
import { urlOf } from './http/link.ts'
import type { ResourceRef } from './resource-ref.ts'
import type { Rights } from './rights.ts'
import type { SearchDefinition } from './search/definition.ts'

/** What a kind of thing is called, and at which path below `/api/v1` one is read by its id. */
export interface ResourceType<Type extends string = string> {
  type: Type
  path: `${string}{id}`
}

/** A thing by its name and its address, as notifications, events, search and answers show it. */
export interface ResourceLink<Type extends string = string> {
  type: Type
  id: string
  title: string
  url: string
}

/** The linkFields of a resource in an answer. */
export const linkFields = {
  url: z.url().meta(docs('URL for people.')),
  api_url: z.url().meta(docs('URL in this API.')),
}

/** The schema of a {@link ResourceLink} in responses. */
export const ResourceLink = z.described(docs('The resource that something is about.', { id: 'Resource' }), {
  type: answeredText(100).meta(docs('Type of resource.', { examples: ['wiki_page'] })),
  id: answeredId.meta(docs('Id of the resource.')),
  title: answeredTitle.meta(docs('Title at that time.', { examples: ['Welcome'] })),
  ...linkFields,
})

/** The schema of a stored {@link ResourceLink}, whose `url` is the one in this API. */
export const StoredLink = ResourceLink.omit({ api_url: true })

/** A thing as it shows itself to somebody who may read it; `url` is that in this API. */
export interface ResourceView extends ResourceLink {
  /** What it belongs to, where it is a part of that. */
  parent?: ResourceRef
  /** The space that it is in by now, where it may have moved since it was indexed. */
  container_id?: string
  /** What it says, or the beginning of that; empty where it has no text. */
  text: string
  /** RFC 3339. */
  updated_at: string
  /**
   * All that the reader may read of it, in Markdown; at most about 1 MB, in one round trip. Without it `text`
   * is all.
   */
  content?: () => Promise<string>
  /** Which of its revisions or versions this is, where they are kept. */
  revision?: number
  /** The files that go with it, where files can be attached. */
  file_ids?: string[]
  /** Who made it, where somebody did. */
  author_id?: string
  /** What it is in, from the outside in; the reader may read all of it. */
  breadcrumbs?: () => Promise<Breadcrumb[]>
}

/** How many things are named that one is in: of the pages above a page, the nearest 12, and the space. */
export const maxBreadcrumbs = 13

/** A thing that another one is in, by its name. */
export const Breadcrumb = z.described(docs('Something that contains the resource.', { id: 'Breadcrumb' }), {
  type: answeredText(100).meta(docs('Type of resource.', { examples: ['wiki_space'] })),
  id: answeredId.meta(docs('Id of the resource.')),
  title: answeredTitle.meta(docs('Title, name or subject.', { examples: ['Team handbook'] })),
})
export type Breadcrumb = z.output<typeof Breadcrumb>

/** Who reads. */
export type Reader = Pick<Actor, 'id' | 'role' | 'groups'>

/**
 * A thing to be loaded. `container` is where the right to read it is decided, a space or a project, if that
 * is known.
 */
export interface Wanted {
  id: string
  container?: string
}

/** That a file beside the resource says it; or why there is none, in a sentence. */
export type DeclaredOrReason = true | `${string}.`

/**
 * What others may ask of a noun: each is declared in `src/<area>/<kind>/resource.ts`, which alone decides who
 * may read.
 */
export interface Resource {
  type: string
  /** Whether a deleted one can be restored from the trash. */
  trash: DeclaredOrReason
  /** Whether what happens to it can be taken back. */
  undo: DeclaredOrReason
  /** Whether something becomes of it when a person is erased, but that their name is replaced. */
  erasure: DeclaredOrReason
  /** Who may see one of them, and why; undefined where it is gone. Or why nobody needs to ask, in a sentence. */
  rights: ((id: string) => Promise<Rights | undefined>) | `${string}.`
  /** It belongs to another thing, the `parent` of its views. */
  isPart?: true
  /** Assistants may be given it as knowledge. */
  isKnowledge?: boolean
  /** Answers of assistants may quote it. */
  isSource?: boolean
  /** Files can be attached to it: anyone who may read the thing may read those that it shows. */
  holdsFiles?: boolean
  /** How it is found; it is not searched without. */
  search?: SearchDefinition
  /**
   * The things as somebody may read them now, in the order of `wanted`; undefined for those that are gone or that they
   * may not read. It reads them all together: in one round trip where the containers are known, else in two.
   */
  load: (reader: Reader, wanted: Wanted[]) => Promise<(ResourceView | undefined)[]>
}

/** A thing as others point to it, with its address in this API; so it is stored. */
export const linkTo = <Type extends string>(
  { type, path }: ResourceType<Type>,
  { id, title }: { id: string; title: string },
): ResourceLink<Type> => ({ type, id, title, url: urlOf(path, { id }) })

/** Adds the address for people to a stored link: today's in the company's own client, or that of our page. */
export const forPeople = <L extends ResourceLink>(link: L) => ({
  ...link,
  url: appUrlOf(link),
  api_url: link.url,
})
