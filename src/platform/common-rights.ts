import pMap from 'p-map'
import { loadResources } from './resource-registry.ts'
import type { ResourceRef } from './resource-ref.ts'
import type { Reader, Wanted } from './resource.ts'

/** How many people's rights are looked up at a time. */
const concurrency = 10

/**
 * Which of these things everybody named may read now, in the order of `refs`. The rights of up to ten people are looked
 * up side by side, of things that one of them may not read no further: one round trip or two, as for one person.
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
