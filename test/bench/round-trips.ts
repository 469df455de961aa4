import type { Outcome } from './outcome.ts'
import { recordingDelay } from './recording.ts'
import { recordings, type Recording } from './recordings.ts'
import { grantedTo, scenarios } from './scenarios.ts'
import { printTable } from './table.ts'

const verdictOf = ({ scenario, trips }: Recording) => {
  if (trips > grantedTo(scenario)) return 'more'
  return trips > scenario.trips ? `more: ${scenario.exception?.because}` : ''
}

const namesOf = ({ calls }: Recording) =>
  [...Map.groupBy(calls, ({ operation }) => operation)]
    .map(([name, { length }]) => `${length} ${name}`)
    .join(', ')

/**
 * Permitted additional calls for a page of 100: a hundred resources and the caller exceed the keys of one BatchGetItem.
 */
const spare = 1

/** Returns the recordings that make more calls for a page of 100 than for one of 1. */
const growing = (all: Recording[]) =>
  all.filter(({ title, units }) => {
    const large = all.find((other) => other.title === title.replace(/page of 1$/, 'page of 100'))
    return large !== undefined && large.units.calls > units.calls + spare
  })

/** Measures the calls of the table per endpoint, and the sequential ones among them. */
export const roundTrips = async (): Promise<Outcome> => {
  const all = await recordings()
  printTable(
    `round trips: calls of DynamoDB one after the other, seen by a proxy with ${recordingDelay} ms of delay`,
    ['endpoint', '', 'trips', 'aim', '', 'calls', ''],
    all.map((one) => {
      const { endpoint, of = '', trips: aim } = one.scenario
      return [endpoint, of, one.trips, aim, verdictOf(one), one.units.calls, namesOf(one)]
    }),
  )
  const late = all.filter((one) => verdictOf(one) === 'more')
  const missing = scenarios.length - all.length
  const broken = [
    ...late.map(
      ({ title, trips, scenario }) => `${title}: ${trips} round trips instead of ${scenario.trips}`,
    ),
    ...growing(all).map(({ scenario }) => `${scenario.endpoint} makes more calls for more rows`),
    ...(missing > 0 ? [`${missing} calls were not measured`] : []),
  ]
  const measured = `${all.length - late.length} of ${scenarios.length} calls`
  return { measured: [measured, ...broken].join('; '), isMet: broken.length === 0, broken }
}
