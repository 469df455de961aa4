import { sessionType } from '../../platform/identity/session.ts'
import type { Resource } from '../../platform/resource.ts'

/**
 * Sign-ins, also those that failed, and sign-outs, which administrators see among what happened to a person; nothing
 * points to a session.
 */
export const sessionResource: Resource = {
  type: sessionType,
  trash: 'A session ends for good.',
  undo: 'A session ends for good.',
  erasure: 'Sessions go with their account.',
  rights: 'A session is seen by its person, and by administrators.',
  load: async (_, wanted) => wanted.map(() => undefined),
}
