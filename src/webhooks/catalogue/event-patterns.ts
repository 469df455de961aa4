import { diff } from 'node:util'
import { invalid } from '../../platform/runtime/problem.ts'
import { loadEventTypes } from './event-types.ts'

/** Returns the number of letters that must be removed and inserted to turn one word into another. */
const editDistance = (from: string, to: string): number =>
  diff(from, to).filter(([operation]) => operation !== 0).length

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
