import type { Role } from '../platform/identity/actor.ts'
import { mailEnvironment, signInEnvironment } from '../platform/runtime/environment.ts'

/**
 * Returns the reason why a link to choose a password would not be sent, or would be useless; undefined if there is
 * none.
 */
export const whyNotInvited = (role: Role): string | undefined => {
  if (!mailEnvironment.isSent) return 'this service sends no email'
  if (!signInEnvironment.passwordLogin && role !== 'admin')
    return 'only administrators may have a password here'
  return undefined
}
