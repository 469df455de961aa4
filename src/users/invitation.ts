import type { Role } from '../platform/identity/actor.ts'
import { mailEnvironment, signInEnvironment } from '../platform/runtime/environment.ts'

/**
 * Returns the reason why a link to choose a password would not be sent, or would be useless; undefined if there is
 * none.
 */
export const whyNotInvited = (role: Role): string | undefined => {
  if (mailEnvironment.from === undefined) return 'no email is sent here, and so no invitation'
  if (!signInEnvironment.passwordLogin && role !== 'admin')
    return 'only administrators are invited to choose one here'
  return undefined
}
