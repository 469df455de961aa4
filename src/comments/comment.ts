import type { Entity } from '../platform/table/entity.ts'

export type CommentIds<F extends string> = { [Field in F | 'id']: string }

/** Returns the key of a comment: the ID of the resource and the comment's own ID. */
export const commentIds = <F extends string>(field: F, thing_id: string, id: string) =>
  ({ [field]: thing_id, id }) as CommentIds<F>

export interface NewComment {
  text: string
  mentions: string[]
}

export interface Authored extends NewComment {
  author: { id: string; name: string }
}

/** A comment on the resource named by field `F`. */
export type CommentOn<F extends string> = CommentIds<F> &
  Authored & { created_at: string; updated_at?: string }

/** Comments on one type of resource, with their own resource type. */
export interface CommentKind<F extends string, C extends CommentOn<F>, Thing> {
  type: string
  comments: Entity<C, CommentIds<F>> & { make: (fields: CommentIds<F> & Authored) => C }
  field: F
  things: Pick<Entity<Thing & { id: string }, { id: string }>, 'find' | 'get'>
}
