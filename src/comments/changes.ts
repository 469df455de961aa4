import type { Actor } from '../platform/identity/actor.ts'
import { findMentioned, requireMentioned } from '../platform/identity/mentions.ts'
import { newId } from '../platform/runtime/id.ts'
import type { Problem } from '../platform/runtime/problem.ts'
import type { Item, Operation } from '../platform/table/operation.ts'
import { transact, writeTogether } from '../platform/table/table.ts'
import { commentIds, type Authored, type CommentKind, type CommentOn, type NewComment } from './comment.ts'

/** Rules for writing comments, which depend on the commented resource and its place. */
export interface WrittenComments<F extends string, C extends CommentOn<F>, Thing, Place> extends CommentKind<
  F,
  C,
  Thing
> {
  /** Returns the place of the resource; throws the resource's own 404 if the caller cannot see it. */
  requirePlace: (actor: Actor, thing: Thing) => Promise<Place>
  /** Throws 409 if the place is read-only. */
  requireWritable: (place: Place) => void
  /** Returns the write on the resource that accompanies a new or restored comment. */
  toAdd: (thing: Thing) => Operation
}

/** Rules for writing, deleting and restoring comments. */
export interface RemovableComments<
  F extends string,
  C extends CommentOn<F>,
  Thing,
  Place,
> extends WrittenComments<F, C, Thing, Place> {
  /** Returns a 403: only the author and administrators may delete a comment. */
  authorMissing: () => Problem
  toRemove: (comment: C) => Operation[]
  /** Returns a deleted comment in its restored form. */
  restored: (item: Item) => C
}

/** Returns a comment on a resource that the caller can see, with the place of the resource. Throws 404. */
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

/** Adds a comment to a resource; throws 422 for an invalid mention, 409 if the place is read-only. */
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

const requireCommentAuthor = ({ id, role }: Actor, { author }: Authored, missing: () => Problem) => {
  if (author.id !== id && role !== 'admin') throw missing()
}

/** Deletes a comment; throws 403 unless the caller is its author or an administrator. */
export const removeComment = async <F extends string, C extends CommentOn<F>, Thing, Place>(
  kind: RemovableComments<F, C, Thing, Place>,
  actor: Actor,
  thing_id: string,
  id: string,
) => {
  const { comment, place } = await loadComment(kind, actor, thing_id, id)
  requireCommentAuthor(actor, comment, kind.authorMissing)
  kind.requireWritable(place)
  await writeTogether(kind.toRemove(comment))
}

/** Restores a deleted comment if the caller may delete it, without notifying anyone again. Throws 403, 404, 409. */
export const restoreComment = async <F extends string, C extends CommentOn<F>, Thing, Place>(
  { comments, field, things, requirePlace, ...kind }: RemovableComments<F, C, Thing, Place>,
  actor: Actor,
  item: Item,
) => {
  const comment = kind.restored(item)
  const thing = await things.get({ id: comment[field] })
  const place = await requirePlace(actor, thing)
  requireCommentAuthor(actor, comment, kind.authorMissing)
  kind.requireWritable(place)
  await transact([comments.toRestore(comment), kind.toAdd(thing)])
}
