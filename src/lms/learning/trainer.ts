import { isGroupOwner } from '../../platform/identity/group.ts'
import type { Reader } from '../../platform/resource.ts'
import { coursePolicy, notTheAuthor } from '../course/access.ts'
import type { StoredCourse } from '../course/course.ts'

/**
 * Throws 403 unless the caller may edit the course or owns all of `groups`. They are undefined for groups that do not
 * exist, and empty if the request concerns other people too.
 */
export const requireTrainer = (
  actor: Reader,
  course: StoredCourse,
  groups: ({ owners: { id: string }[] } | undefined)[],
): void => {
  const isOwner = groups.length > 0 && groups.every((group) => group && isGroupOwner(actor, group))
  if (!isOwner && !coursePolicy.allows(course, actor, 'edit'))
    throw notTheAuthor(
      'Only the author of the course and administrators may do this, or group owners for their own groups.',
    )
}
