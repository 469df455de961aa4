/**
 * An operation on one thing that has versions, with when it began and ended. A `write` that was based on a
 * version names it; one that was refused, or whose outcome nobody knows, has no version of its own.
 */
export interface Operation {
  kind: 'read' | 'write'
  outcome: 'done' | 'refused' | 'maybe'
  from: number
  to: number
  /** What was read or made. */
  version?: number
  value?: string
  /** The version that a write was bound to. */
  base?: number | undefined
}

const shown = ({ kind, outcome, from, to, version, value, base }: Operation) => {
  const what = base === undefined ? kind : `${kind} on ${base}`
  const how = version === undefined ? outcome : `${outcome} at ${version}`
  return `${what} ${how}: ${value} (${from.toFixed(1)} to ${to.toFixed(1)} ms)`
}

/**
 * What keeps a history of one thing from having happened one operation after the other, each at a moment
 * between its beginning and its end. Versions say in which order writes took effect, so no order has to be
 * searched for: every version was made once, reads show what the write of their version wrote, nothing that
 * began after another had ended comes before it, a bound write follows the version that it names, and a
 * refused one met another.
 */
export const violationsOf = (
  operations: Operation[],
  first: { version: number; value: string },
  /** All values in the order of their versions, where the thing keeps them. */
  kept: string[] = [],
): string[] => {
  const found: string[] = []
  const done = operations.filter(({ outcome }) => outcome === 'done')
  const writes = done.filter(({ kind }) => kind === 'write')
  const maybe = new Set(operations.filter(({ outcome }) => outcome === 'maybe').map(({ value }) => value))

  const values = new Map([[first.version, first.value]])
  for (const write of writes) {
    if (values.has(write.version as number)) found.push(`A version was made twice: ${shown(write)}.`)
    values.set(write.version as number, write.value as string)
    if (write.base !== undefined && write.version !== write.base + 1)
      found.push(`A write was not put on what it was bound to: ${shown(write)}.`)
  }
  for (const read of done.filter(({ kind }) => kind === 'read')) {
    const { version, value } = read as Required<Operation>
    if (!values.has(version) && maybe.delete(value)) values.set(version, value)
    if (values.get(version) !== value)
      found.push(`What was read was never written there (${values.get(version)}): ${shown(read)}.`)
  }
  for (const [index, value] of kept.entries()) {
    const version = first.version + index
    if (!values.has(version) && maybe.delete(value)) values.set(version, value)
    if (values.get(version) !== value)
      found.push(`Version ${version} is kept as ${value}, and was written as ${values.get(version)}.`)
  }
  const last = Math.max(first.version, ...done.map(({ version }) => version as number))
  const unknown = last - first.version + 1 - values.size
  if (unknown > maybe.size)
    found.push(
      `${unknown} versions were made by nobody, and only ${maybe.size} writes may have been made unseen.`,
    )

  // what had ended before, and what began afterwards, by the time
  const byEnd = done.toSorted((a, b) => a.to - b.to)
  const byBeginning = operations.toSorted((a, b) => a.from - b.from)
  let ended = 0
  let latest: Operation | undefined
  const latestBefore = new Map<Operation, number>()
  for (const operation of byBeginning) {
    for (let next = byEnd[ended]; next && next.to < operation.from; next = byEnd[(ended += 1)])
      if (!latest || (next.version as number) > (latest.version as number)) latest = next
    latestBefore.set(operation, latest?.version ?? first.version)
    if (operation.outcome !== 'done' || !latest) continue
    const least = (latest.version as number) + (operation.kind === 'write' ? 1 : 0)
    if ((operation.version as number) < least) found.push(`${shown(operation)} came after ${shown(latest)}.`)
  }
  for (const refused of operations.filter(({ outcome }) => outcome === 'refused')) {
    const later = done.filter(({ from }) => from > refused.to).map(({ version }) => version as number)
    const upper = Math.min(last, ...later)
    const lower = latestBefore.get(refused) as number
    if (lower === refused.base && upper === refused.base)
      found.push(`It was refused for nothing: ${shown(refused)}.`)
  }
  return found
}
