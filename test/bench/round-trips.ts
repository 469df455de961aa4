import { sequentialTrips } from '../support/dynamo-proxy.ts'
import { inBenchWorld } from './bench-world.ts'
import type { Outcome } from './outcome.ts'
import { prepared, recorded, recordingDelay, unlessBroken } from './recording.ts'
import { scenarios } from './scenarios.ts'
import { printTable } from './table.ts'

/** How many calls of the table each endpoint makes, and how many of them one after the other. */
export const roundTrips = () =>
  inBenchWorld(async ({ proxy }): Promise<Outcome> => {
    const rows: (string | number)[][] = []
    for (const scenario of scenarios)
      await unlessBroken(scenario, async () => {
        const calls = await recorded(await prepared(scenario), proxy)
        const trips = sequentialTrips(calls)
        const verdict = trips <= scenario.trips ? '' : 'more'
        const operations = Map.groupBy(calls, ({ operation }) => operation)
        const named = [...operations].map(([operation, { length }]) => `${length} ${operation}`).join(', ')
        rows.push([scenario.endpoint, scenario.of ?? '', trips, scenario.trips, verdict, calls.length, named])
      })
    printTable(
      `round trips: calls of DynamoDB one after the other, seen by a proxy with ${recordingDelay} ms of delay`,
      ['endpoint', '', 'trips', 'aim', '', 'calls', ''],
      rows,
    )
    const late = rows.filter(([, , , , verdict]) => verdict !== '')
    const broken = scenarios.length - rows.length
    const grown = rows.filter(
      ([endpoint, of, , , , calls]) =>
      rows.some((other) => other[0] === endpoint && other[1] === String(of).replace(/page of 1$/, 'page of 100') && other[5] !== calls), // prettier-ignore
    )
    const misses = [
      ...late.map(([endpoint, , trips, aim]) => `${endpoint} ${trips} instead of ${aim}`),
      ...grown.map(([endpoint]) => `${endpoint} makes more calls for more rows`),
      ...(broken > 0 ? [`${broken} not measured`] : []),
    ]
    const measured = [`${rows.length - late.length} of ${scenarios.length} calls`, ...misses].join('; ')
    return { measured, isMet: misses.length === 0 }
  })
