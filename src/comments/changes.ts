import type { Actor } from '../platform/identity/actor.ts'
import { findMentioned, requireMentioned } from '../platform/identity/mentions.ts'
import { newId } from '../platform/runtime/id.ts'
import type { Problem } from '../platform/runtime/problem.ts'
import type { Item, Operation } from '../platform/table/operation.ts'
import { transact, writeTogether } from '../platform/table/table.ts'
import { commentIds, type Authored, type CommentKind, type CommentOn, type NewComment } from './comment.ts'

/** How comments are written, which depends on the thing that they are on, and on its place. */
export interface WrittenComments<F extends string, C extends CommentOn<F>, Thing, Place> extends CommentKind<
  F,
  C,
  Thing
> {
  /** Throws the thing's own 404 for those who do not see it. */
  requirePlace: (actor: Actor, thing: Thing) => Promise<Place>
  /** Throws 409 where nothing can be written. */
  requireWritable: (place: Place) => void
  /** The write on the thing that goes with a new comment, or one put back. */
  toAdd: (thing: Thing) => Operation
}

/** How they are removed as well, and put back. */
export interface RemovableComments<
  F extends string,
  C extends CommentOn<F>,
  Thing,
  Place,
> extends WrittenComments<F, C, Thing, Place> {
  /** 403: only its author and administrators may delete a comment. */
  authorMissing: () => Problem
  toRemove: (comment: C) => Operation[]
  /** A removed comment as it comes back. */
  restored: (item: Item) => C
}

/** A comment on a thing that the caller sees, with the place of that. Throws 404. */
export const loadComment = async <F extends string, C extends CommentOn<F>, Thing, Place>(
  { comments, field, things, requirePlace }: WrittenComments<F, C, Thing, Place>,
  actor: Actor,
  thing_id: string,
  id: string,
) => {
  const ids = commentIds(field, thing_id, id)
  const [thing, comment] = await Promise.all([things.get({ id: thing_id }), comments.find(ids)])
  const place = await requirePlace(actor, thing)
  if (!comment) throw comments.absent()
  return { comment, place }
}

/** Says something about a thing; throws 422 for a mention of nobody, 409 where nothing can be written. */
export const addComment = async <F extends string, C extends CommentOn<F>, Thing, Place>(
  { comments, field, things, requirePlace, requireWritable, toAdd }: WrittenComments<F, C, Thing, Place>,
  author: Actor,
  thing_id: string,
  { mentions, ...words }: NewComment & Record<string, unknown>,
) => {
  const [thing, people] = await Promise.all([things.get({ id: thing_id }), findMentioned(mentions)])
  const place = await requirePlace(author, thing)
  const mentioned = requireMentioned(mentions, people)
  requireWritable(place)
  const ids = commentIds(field, thing_id, newId())
  const comment = comments.make({ ...words, ...ids, mentions: mentioned, author })
  await transact([comments.toCreate(comment), toAdd(thing)])
  return comment
}

const requireAuthor = ({ id, role }: Actor, { author }: Authored, missing: () => Problem) => {
  if (author.id !== id && role !== 'admin') throw missing()
}

/** Removes a comment; throws 403 for others than its author and administrators. */
export const removeComment = async <F extends string, C extends CommentOn<F>, Thing, Place>(
  kind: RemovableComments<F, C, Thing, Place>,
  actor: Actor,
  thing_id: string,
  id: string,
) => {
  const { comment, place } = await loadComment(kind, actor, thing_id, id)
  requireAuthor(actor, comment, kind.authorMissing)
  kind.requireWritable(place)
  await writeTogether(kind.toRemove(comment))
}

/** Puts a removed comment back, for those who might delete it; nobody is told of it again. Throws 403, 404, 409. */
export const restoreComment = async <F extends string, C extends CommentOn<F>, Thing, Place>(
  { comments, field, things, requirePlace, ...kind }: RemovableComments<F, C, Thing, Place>,
  actor: Actor,
  item: Item,
) => {
  const comment = kind.restored(item)
  const thing = await things.get({ id: comment[field] })
  const place = await requirePlace(actor, thing)
  requireAuthor(actor, comment, kind.authorMissing)
  kind.requireWritable(place)
  await transact([comments.toRestore(comment), kind.toAdd(thing)])
}
