import type { Context } from 'aws-lambda'
import { eventOf, type CallOptions } from '../support/call.ts'
import { inBenchWorld } from './bench-world.ts'
import { callsOf, interleaved, median, percentile, timed } from './measures.ts'
import { populations, type Population } from './populations.ts'
import { printTable, say } from './table.ts'

const few = 1_000
const runs = 200

/** How many there are at last unless a flag says it: words to be found take most of the time. */
const many: Record<keyof typeof populations, number> = {
  people: 20_000,
  courses: 20_000,
  tasks: 100_000,
  messages: 100_000,
  everything: 20_000,
}

const countOf = (kind: keyof typeof populations, flags: string[]) => {
  const flag = flags.find((given) => given.startsWith(`--${kind}=`))
  return flag === undefined ? many[kind] : Number(flag.slice(kind.length + 3))
}

const asking = ({ handler, request, queries }: Population) => {
  const ask = (query: NonNullable<CallOptions['query']>) => async () => {
    const event = eventOf(handler, { ...request, query })
    return timed(async () => {
      const { statusCode, body } = await handler(event, {} as Context)
      if (statusCode !== 200) throw new Error(body)
    })
  }
  return Object.fromEntries(Object.entries(queries).map(([name, query]) => [name, ask(query)]))
}

const compare = async (population: Population, count: number) => {
  const { title, queries, fill } = population
  const works = asking(population)
  const measured: Record<string, number[]>[] = []
  const calls: Record<string, number>[] = []
  let filled = 0
  for (const size of [few, count]) {
    const milliseconds = await timed(() => fill(filled, size))
    say(`${title}: ${size - filled} more in ${(milliseconds / 1000).toFixed(0)} s`)
    filled = size
    await interleaved(20, works)
    measured.push(await interleaved(runs, works))
    const counted: Record<string, number> = {}
    for (const [name, work] of Object.entries(works)) counted[name] = await callsOf(work)
    calls.push(counted)
  }
  printTable(
    `${title}: milliseconds with ${few} and with ${count}, ${runs} runs each (aim: page ≤ 1.3, search ≤ 2)`,
    ['query', 'few', 'p95', 'many', 'p95', 'ratio', 'calls', 'calls'],
    Object.keys(queries).map((name) => {
      const values = measured.map((of) => of[name] ?? [])
      const figures = values.flatMap((of) => [median(of), percentile(of, 0.95)])
      return [name, ...figures.map((value) => Number(value.toFixed(2))), median(values[1] ?? []) / median(values[0] ?? []), ...calls.map((of) => of[name] ?? NaN)] // prettier-ignore
    }),
  )
}

/** A page and a search of each list that all share, against few and against many; a count of 0 leaves a list out. */
export const lists = (flags: string[]) =>
  inBenchWorld(async ({ variables }) => {
    Object.assign(process.env, variables)
    for (const [kind, given] of Object.entries(populations)) {
      const count = countOf(kind as keyof typeof populations, flags)
      if (count > few) await compare(await given(), count)
    }
  })
