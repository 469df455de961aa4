import { problem } from '../../platform/runtime/problem.ts'
import { groupFull, tooManyGroups } from '../../groups/group/members.ts'
import { groupNameTaken } from '../../groups/group/name.ts'
import { invalidFilter, invalidPath, notUnique } from '../protocol.ts'

export const tooManyMembers = problem(
  'scim.too_many_members',
  413,
  'At most 1 000 members are set or changed at once; change larger groups in parts, by PATCH.',
)

/** Problems of a group that a directory sends. */
export const groupProblems = [
  invalidPath,
  invalidFilter,
  notUnique,
  groupNameTaken,
  groupFull,
  tooManyGroups,
  tooManyMembers,
]
