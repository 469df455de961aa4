import { problemDocs } from '#docs'
import type { Actor } from '../../platform/identity/actor.ts'
import { problem } from '../../platform/runtime/problem.ts'
import type { Permission } from '../space/space.ts'
import { permissionMissing, spacePolicy } from '../space/access.ts'
import type { StoredComment } from './comment.ts'

/** Period after creation in which the author may edit a comment: 24 hours. */
const maxAgeMilliseconds = 86_400_000

type Author = Pick<StoredComment, 'author' | 'created_at'>

export const authorRequired = problem('wiki.author_required', 403, {
  wording: (sentence: string) => sentence,
  docs: problemDocs({
    meaning: 'The caller did not write the comment.',
    example: ['Only the author of a comment may change its text.'],
  }),
})

export const changePeriodOver = problem(
  'wiki.change_period_over',
  403,
  'The text of a comment can be changed only within 24 hours after it was written.',
)

/** Throws 403 unless the caller is the author of the comment and wrote it at most 24 hours ago. */
export const requireCommentEdit = (actor: Actor, comment: Author): void => {
  if (comment.author.id !== actor.id)
    throw authorRequired('Only the author of a comment may change its text.')
  if (Date.now() - Date.parse(comment.created_at) > maxAgeMilliseconds) throw changePeriodOver()
}

/** Throws 403 unless the caller is the author of the comment or may write the page. */
export const requireResolution = (
  actor: Actor,
  { author }: Author,
  permission: Permission | undefined,
): void => {
  if (author.id !== actor.id && !spacePolicy.includes(permission, 'write'))
    throw permissionMissing(
      'Only the author of a comment and people who may write the page may resolve the comment.',
    )
}
