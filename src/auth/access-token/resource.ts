import type { Resource } from '../../platform/resource.ts'

/** Access tokens of programs. Administrators see them in the activity of a person; nothing links to a token. */
export const accessTokenResource: Resource = {
  type: 'access_token',
  trash: 'A token ends for good.',
  undo: 'A token ends for good.',
  erasure: 'Tokens go with their account.',
  rights: 'A token is seen by its person, and by administrators.',
  load: async (_, wanted) => wanted.map(() => undefined),
}
