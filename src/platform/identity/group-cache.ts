/** Maximum number of people whose groups a process caches. */
const maxPeople = 1_000

const seen = new Map<string, readonly string[]>()

/**
 * Returns the groups of a person at their last call in this process. Work for them begins with these groups while the
 * current ones are loaded, and restarts if they differ (request/authentication.ts).
 */
export const cachedGroups = (id: string): readonly string[] => seen.get(id) ?? []

export const cacheGroups = (id: string, groups: readonly string[]): void => {
  seen.delete(id)
  if (groups.length > 0) seen.set(id, groups)
  if (seen.size > maxPeople) seen.delete(seen.keys().next().value as string)
}
