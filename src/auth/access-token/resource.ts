import type { Resource } from '../../platform/resource.ts'

/** Access tokens of programs. Administrators see them in the activity of a person; nothing links to a token. */
export const accessTokenResource: Resource = {
  type: 'access_token',
  trash: 'Deleted tokens cannot be restored.',
  undo: 'Deleted tokens cannot be restored.',
  erasure: 'Tokens are deleted with their account.',
  rights: 'Tokens are visible to their owner and to administrators.',
  load: async (_, wanted) => wanted.map(() => undefined),
}
