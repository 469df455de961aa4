import { problem } from '../../platform/runtime/problem.ts'
import { groupFull, tooManyGroups } from '../../groups/group/members.ts'
import { groupNameTaken } from '../../groups/group/name.ts'
import { invalidFilter, invalidPath, notUnique } from '../protocol.ts'

export const tooManyMembers = problem(
  'scim.too_many_members',
  413,
  'A request may set or change at most 1,000 members; use PATCH to change larger groups in parts.',
)

export const groupProblems = [
  invalidPath,
  invalidFilter,
  notUnique,
  groupNameTaken,
  groupFull,
  tooManyGroups,
  tooManyMembers,
]
