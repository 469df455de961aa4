import type { Actor } from './identity/actor.ts'
import { urlOf } from './http/link.ts'

/** What a kind of thing is called, and at which path below `/api/v1` one is read by its id. */
export interface ResourceType<Type extends string = string> {
  type: Type
  path: `${string}{id}`
}

/** A thing that another one points to. */
export interface ResourceRef {
  type: string
  id: string
}

/** A thing by its name and its address, as notifications, events, search and answers show it. */
export interface ResourceLink<Type extends string = string> {
  type: Type
  id: string
  title: string
  url: string
}

/** A thing as it shows itself to somebody who may read it. */
export interface ResourceView extends ResourceLink {
  /** What it says, or the beginning of that; empty where it has no text. */
  text: string
  /** RFC 3339. */
  updated_at: string
  /**
   * All that the reader may read of it, in Markdown; at most about 1 MB, in one round trip. Without it `text`
   * is all.
   */
  content?: () => Promise<string>
  /** The files that go with it, where files can be attached. */
  file_ids?: string[]
}

/** Who reads. */
export type Reader = Pick<Actor, 'id' | 'role'>

/**
 * A thing to be loaded. `container` is where the right to read it is decided, a space or a project, if that
 * is known.
 */
export interface Wanted {
  id: string
  container?: string
}

/**
 * What others may ask of a noun: each is declared in `src/<area>/<noun>-resource.ts`, which alone decides who
 * may read.
 */
export interface Resource {
  type: string
  /** Assistants may be given it as knowledge. */
  isKnowledge?: boolean
  /** Answers of assistants may quote it. */
  isSource?: boolean
  /** Files can be attached to it: whoever may read the thing may read those that it shows. */
  holdsFiles?: boolean
  /** The scope of the words by which a search over everything finds it for somebody; it is not searched without. */
  searchScope?: (reader: Reader) => string
  /**
   * The things as somebody may read them now, in the order of `wanted`; undefined for those that are gone or that they
   * may not read. It reads them all together: in one round trip where the containers are known, else in two.
   */
  load: (reader: Reader, wanted: Wanted[]) => Promise<(ResourceView | undefined)[]>
}

/** A thing as others point to it. */
export const linkTo = <Type extends string>(
  { type, path }: ResourceType<Type>,
  { id, title }: { id: string; title: string },
): ResourceLink<Type> => ({ type, id, title, url: urlOf(path, { id }) })
