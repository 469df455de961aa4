import { subscribe, unsubscribe } from 'node:diagnostics_channel'

/** Returns the value below which this share of the values is. */
export const percentile = (values: number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? NaN

export const median = (values: number[]): number => percentile(values, 0.5)

/** Returns the median, the minimum and the 95th percentile: `5.1 (4.8–7.0)`. */
export const spread = (values: number[], digits = 1): string =>
  `${median(values).toFixed(digits)} ` +
  `(${Math.min(...values).toFixed(digits)}–${percentile(values, 0.95).toFixed(digits)})`

/** Returns the milliseconds of one run of `work`. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

/** Measures each of `works` `times` times, in turns, so that other work of the machine affects all alike. */
export const interleaved = async <Name extends string>(
  times: number,
  works: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number[]>> => {
  const names = Object.keys(works) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let run = 0; run < times; run += 1)
    for (const name of run % 2 === 0 ? names : names.toReversed()) measured[name].push(await works[name]())
  return measured
}

/** Returns the number of HTTP requests that this process makes for `work`: calls of the table, of S3 and of queues. */
export const callsOf = async (work: () => Promise<unknown>): Promise<number> => {
  let count = 0
  const onStart = () => (count += 1)
  subscribe('http.client.request.start', onStart)
  await work()
  unsubscribe('http.client.request.start', onStart)
  return count
}
