import pMap from 'p-map'
import { loadResources } from './resource-registry.ts'
import type { ResourceRef } from './resource-ref.ts'
import type { Reader, Wanted } from './resource.ts'

/** Maximum number of people whose access is checked concurrently. */
const concurrency = 10

/**
 * Returns, for each of `refs`, true if all `readers` may currently read the resource. Checks up to ten people
 * concurrently, and skips a resource once one of them may not read it. Takes one or two round trips, as for one person.
 */
export const findReadableByAll = async (
  readers: Reader[],
  refs: (ResourceRef & Wanted)[],
): Promise<boolean[]> => {
  let left = new Set(refs)
  await pMap(
    readers,
    async (reader) => {
      const asked = [...left]
      const views = await loadResources(reader, asked)
      left = left.intersection(new Set(asked.filter((_, index) => views[index] !== undefined)))
    },
    { concurrency },
  )
  return refs.map((ref) => left.has(ref))
}
