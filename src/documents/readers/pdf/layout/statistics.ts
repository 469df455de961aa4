/** Returns the value below which this share of the others is; undefined for none. */
export const percentile = (values: number[], share: number): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]

/** Counts how often each value is there. */
export const countEach = <Value>(values: Iterable<Value>): Map<Value, number> => {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
