import { sessionType } from '../../platform/identity/session.ts'
import type { Resource } from '../../platform/resource.ts'

/**
 * Sign-ins, including failed ones, and sign-outs. Administrators see them in the activity of a person; nothing links to
 * a session.
 */
export const sessionResource: Resource = {
  type: sessionType,
  trash: 'Ended sessions cannot be restored.',
  undo: 'Ended sessions cannot be restored.',
  erasure: 'Sessions are deleted with their account.',
  rights: 'Sessions are visible to their owner and to administrators.',
  load: async (_, wanted) => wanted.map(() => undefined),
}
