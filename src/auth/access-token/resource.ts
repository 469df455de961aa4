import type { Resource } from '../../platform/resource.ts'

/** Tokens of programs, which administrators see among what happened to a person; nothing points to one. */
export const accessTokenResource: Resource = {
  type: 'access_token',
  trash: 'A token ends for good.',
  undo: 'A token ends for good.',
  erasure: 'Tokens go with their account.',
  rights: 'A token is seen by its person, and by administrators.',
  load: async (_, wanted) => wanted.map(() => undefined),
}
