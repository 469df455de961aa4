/** How many people's groups a process remembers. */
const maxPeople = 1_000

const seen = new Map<string, readonly string[]>()

/**
 * The groups that somebody was in when they last called. Work for them begins with these while it is looked up which
 * they are in now, and begins again if they are others (request/authentication.ts).
 */
export const groupsSeen = (id: string): readonly string[] => seen.get(id) ?? []

export const noteGroups = (id: string, groups: readonly string[]): void => {
  seen.delete(id)
  if (groups.length > 0) seen.set(id, groups)
  if (seen.size > maxPeople) seen.delete(seen.keys().next().value as string)
}
