import { invalid } from '../../platform/runtime/problem.ts'
import { loadEventTypes } from './event-types.ts'

/** Returns the number of edits between two words (Levenshtein). */
const editDistance = (a: string, b: string): number => {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n)
  for (const [index, letter] of a.split('').entries()) {
    const next = [index + 1]
    for (let n = 1; n <= b.length; n++) {
      const same = (row[n - 1] as number) + (letter === b[n - 1] ? 0 : 1)
      next.push(Math.min(same, (row[n] as number) + 1, (next[n - 1] as number) + 1))
    }
    row = next
  }
  return row.at(-1) as number
}

/** Throws 422 for an event that is not in the catalogue, naming the closest one. */
export const requireKnownEvents = async (events: readonly string[]): Promise<void> => {
  const types = await loadEventTypes()
  const known = [...new Set(types.flatMap(({ name, type }) => [name, `${type}.*`]))]
  for (const event of events) {
    if (known.includes(event)) continue
    const distances = known.map((name) => [editDistance(event, name), name] as const)
    const [[, closest] = []] = distances.toSorted(([a], [b]) => a - b)
    throw invalid('events', `contains the unknown event "${event}"; the closest one is "${closest}"`)
  }
}

/** Returns true if a webhook receives an event; a pattern excludes reads, which only the audit shows. */
export const isWanted = (events: readonly string[], event: { type: string; action: string }): boolean =>
  events.includes(`${event.type}.${event.action}`) ||
  (events.includes(`${event.type}.*`) && event.action !== 'read' && event.action !== 'expired')
