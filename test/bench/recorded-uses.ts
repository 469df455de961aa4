import type { BenchWorld } from './bench-world.ts'
import { usesOf, type Use } from './partition-units.ts'
import { callOf, prepared, recordedCall } from './recording.ts'
import type { Scenario } from './scenarios.ts'

/** Returns the sum of one kind of units. */
export const sum = (uses: Use[], part: 'read' | 'write') => uses.reduce((units, use) => units + use[part], 0)

/** Table of scenarios that write: nothing else may be waiting while their consequences are recorded. */
export const written = 'written'

/** Names of functions that write nothing. */
const reading = /^\w+-(read|list|search|check)-/

/** Returns true if the scenario's call has no consequences. */
export const isReading = ({ endpoint }: Scenario): boolean => reading.test(endpoint)

/** Calls an endpoint once and processes its consequences. Returns the units of both, by key. */
export const recordedUses = async (
  scenario: Scenario,
  { proxy, variables }: BenchWorld,
  settle: () => Promise<void>,
) => {
  const isRead = isReading(scenario)
  process.env['TABLE_NAME'] = isRead ? variables['TABLE_NAME'] : written
  const { handler, next } = await prepared(scenario)
  const event = await next()
  if (!isRead) await settle()
  const from = Date.now()
  proxy.countsCapacity = true
  const calls = await recordedCall(callOf(handler, event), proxy)
  proxy.calls.length = 0
  if (!isRead) await settle()
  const following = [...proxy.calls]
  proxy.countsCapacity = false
  return { from, own: await usesOf(calls), following: await usesOf(following) }
}
