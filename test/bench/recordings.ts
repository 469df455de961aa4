import { sequentialTrips, type DynamoProxy } from '../support/dynamo-proxy.ts'
import { inBenchWorld } from './bench-world.ts'
import { prepared, recorded, unlessBroken } from './recording.ts'
import { grantedTo, scenarios, titleOf, type Scenario } from './scenarios.ts'
import { isAsKnown, knownUnits, unitsOf, type Units } from './units.ts'

/** Cost of one call of an endpoint at the table. */
export interface Recording {
  scenario: Scenario
  title: string
  /** Number of its sequential calls. */
  trips: number
  units: Units
  calls: DynamoProxy['calls']
}

/**
 * Maximum number of recordings: on a busy machine, concurrent calls may appear sequential, and the call is recorded
 * again.
 */
const maxRecordings = 3

const recordingOf = async (scenario: Scenario, proxy: DynamoProxy): Promise<Recording> => {
  const call = await prepared(scenario)
  proxy.countsCapacity = true
  const calls = await recorded(call, proxy).finally(() => (proxy.countsCapacity = false))
  return { scenario, title: titleOf(scenario), trips: sequentialTrips(calls), units: unitsOf(calls), calls }
}

const recordAll = () =>
  inBenchWorld(async ({ proxy }) => {
    const known = knownUnits()
    const all: Recording[] = []
    for (const scenario of scenarios)
      await unlessBroken(scenario, async () => {
        let one = await recordingOf(scenario, proxy)
        const isAsGranted = () => one.trips <= grantedTo(scenario) && isAsKnown(one.units, known[one.title])
        for (let time = 1; time < maxRecordings && !isAsGranted(); time += 1)
          one = await recordingOf(scenario, proxy)
        all.push(one)
      })
    return all
  })

let recording: Promise<Recording[]> | undefined

/** Returns a recording of each scenario, made once for all benches of this process; omits failures. */
export const recordings = (): Promise<Recording[]> => (recording ??= recordAll())
