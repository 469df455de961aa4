import type { Problem } from '../runtime/problem.ts'
import { anyOf, compare, isAbsent } from './condition.ts'
import type { Update } from './operation.ts'

/** Entity whose records have a count as `version`. */
interface CountEntity<Ids> {
  toAdd: (ids: Ids, field: 'version', amount: number) => Update
}

interface CountOptions {
  /** Maximum count; beyond it, the update fails with `otherwise`. */
  limit?: number
  otherwise?: Problem
  /** Time from which the count may be deleted, in seconds since 1970. */
  ttl?: number
}

/**
 * Returns the update that adds to a count, or creates its record. Only for transactions, whose retry counts once; a
 * limit is exact for any number of them in parallel.
 */
export const toAddToCount = <Ids extends object>(
  counts: CountEntity<Ids>,
  ids: Ids,
  amount: number,
  { limit, otherwise, ttl }: CountOptions = {},
): Update => {
  const { key, change } = counts.toAdd(ids, 'version', amount)
  const set = [['summary', ids] as const, ...(ttl === undefined ? [] : [['ttl', ttl] as const])]
  const update = { key, change: { ...change, set }, otherwise }
  if (limit === undefined) return update
  const fits = compare('version', '<=', limit - amount)
  return { ...update, require: [amount > limit ? fits : anyOf(isAbsent('version'), fits)] }
}
