import type { Actor } from '../platform/identity/actor.ts'
import { forbidden } from '../platform/runtime/problem.ts'
import type { Permission } from './space.ts'
import { allows } from './access.ts'
import type { StoredComment } from './comment.ts'

/** For so long its author may change what a comment says: 24 hours. */
const maxAgeMilliseconds = 86_400_000

type Author = Pick<StoredComment, 'author' | 'created_at'>

const requireAuthor = ({ id }: Actor, { author }: Author) => {
  if (author.id !== id)
    throw forbidden('wiki.author_required', 'Only the author of a comment may change what it says.')
}

/** Throws 403 unless the caller may change what a comment says: its author, within 24 hours. */
export const requireEdit = (actor: Actor, comment: Author): void => {
  requireAuthor(actor, comment)
  if (Date.now() - Date.parse(comment.created_at) > maxAgeMilliseconds)
    throw forbidden(
      'wiki.change_period_over',
      'What a comment says can be changed within 24 hours after it was written.',
    )
}

/** Throws 403 unless the caller may resolve a comment: its author, and whoever may write the page. */
export const requireResolution = (
  actor: Actor,
  { author }: Author,
  permission: Permission | undefined,
): void => {
  if (author.id !== actor.id && !allows(permission, 'write'))
    throw forbidden(
      'wiki.permission_missing',
      'Only the author of a comment and those who may write the page may resolve it.',
    )
}

/** Throws 403 unless the caller may delete a comment: its author, and administrators. */
export const requireRemoval = (actor: Actor, { author }: Author): void => {
  if (author.id !== actor.id && actor.role !== 'admin')
    throw forbidden('wiki.author_required', 'Only the author of a comment and administrators may delete it.')
}
