import { sessionType } from '../../platform/identity/session.ts'
import type { Resource } from '../../platform/resource.ts'

/**
 * Sign-ins, including failed ones, and sign-outs. Administrators see them in the activity of a person; nothing links to
 * a session.
 */
export const sessionResource: Resource = {
  type: sessionType,
  trash: 'A session ends for good.',
  undo: 'A session ends for good.',
  erasure: 'Sessions go with their account.',
  rights: 'A session is seen by its person, and by administrators.',
  load: async (_, wanted) => wanted.map(() => undefined),
}
