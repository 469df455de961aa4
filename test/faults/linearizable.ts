/**
 * An operation on a versioned resource, with its start and end. A conditional `write` names its base version; a
 * rejected write, or one with an unknown outcome, has no version of its own.
 */
export interface Operation {
  kind: 'read' | 'write'
  outcome: 'done' | 'refused' | 'maybe'
  from: number
  to: number
  /** Version that was read or created. */
  version?: number
  value?: string
  /** Base version of a conditional write. */
  base?: number | undefined
}

const shown = ({ kind, outcome, from, to, version, value, base }: Operation) => {
  const what = base === undefined ? kind : `${kind} on ${base}`
  const how = version === undefined ? outcome : `${outcome} at ${version}`
  return `${what} ${how}: ${value} (${from.toFixed(1)} to ${to.toFixed(1)} ms)`
}

/**
 * Returns the violations of linearizability: each operation must take effect at one moment between its start and end.
 * Versions give the order of writes, so no search is needed. Each version is created once; a read returns the value
 * written at its version; an operation that started after the end of another does not precede it; a conditional write
 * follows its base version; a rejected write met a conflicting one.
 */
export const violationsOf = (
  operations: Operation[],
  first: { version: number; value: string },
  /** All values in order of their versions, if the resource keeps them. */
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

  // compares operations that ended before with those that started later
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
