/** Returns the value at this share of the sorted values, or undefined if there are none. */
export const percentile = (values: number[], share: number): number | undefined =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)]

/** Groups consecutive values; each may belong to the group before it, by the first and last value of that group. */
export const groupRuns = <Value>(
  values: Value[],
  belongs: (value: Value, first: Value, last: Value) => boolean,
): [Value, ...Value[]][] => {
  const groups: [Value, ...Value[]][] = []
  for (const value of values) {
    const group = groups.at(-1)
    if (group && belongs(value, group[0], group.at(-1) ?? group[0])) group.push(value)
    else groups.push([value])
  }
  return groups
}

export const countEach = <Value>(values: Iterable<Value>): Map<Value, number> => {
  const counts = new Map<Value, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return counts
}
