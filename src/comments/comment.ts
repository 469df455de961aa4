import type { Entity } from '../platform/table/entity.ts'

export type CommentIds<F extends string> = { [Field in F | 'id']: string }

/** How a comment is named: by the thing that it is on, and its own id. */
export const commentIds = <F extends string>(field: F, thing_id: string, id: string) =>
  ({ [field]: thing_id, id }) as CommentIds<F>

export interface NewComment {
  text: string
  mentions: string[]
}

export interface Authored extends NewComment {
  author: { id: string; name: string }
}

/** A comment on a thing that its field `F` names. */
export type CommentOn<F extends string> = CommentIds<F> &
  Authored & { created_at: string; updated_at?: string }

/** The comments on the things of a kind, and what they are called among all things. */
export interface CommentKind<F extends string, C extends CommentOn<F>, Thing> {
  type: string
  comments: Entity<C, CommentIds<F>> & { make: (fields: CommentIds<F> & Authored) => C }
  field: F
  things: Pick<Entity<Thing & { id: string }, { id: string }>, 'find' | 'get'>
}
