import { docs } from '#docs'
import type { Actor } from '../../platform/identity/actor.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { id } from '../../platform/schema/fields.ts'

/** Parameter that selects the owner of the sessions. */
export const user_id = id
  .optional()
  .meta(docs('ID of the person who owns the sessions; the caller if absent. Administrators only.'))

export const sessionsNotYours = problem(
  'auth.sessions_not_yours',
  403,
  "Only administrators may list and end other people's sessions.",
)

/**
 * Returns the person whose sessions the call concerns; throws 403 for other people unless the caller is an
 * administrator.
 */
export const sessionHolder = (actor: Actor, wanted = actor.id): { user_id: string } => {
  if (wanted !== actor.id && actor.role !== 'admin') throw sessionsNotYours()
  return { user_id: wanted }
}
