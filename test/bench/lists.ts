import type { Context } from 'aws-lambda'
import { eventOf, type CallOptions } from '../support/call.ts'
import { inBenchWorld } from './bench-world.ts'
import { callsOf, interleaved, median, percentile, timed } from './measures.ts'
import type { Outcome } from './outcome.ts'
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

const isSearch = (query: string) => query.startsWith('search')

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
  const ratioOf = (name: string) => median(measured[1]?.[name] ?? []) / median(measured[0]?.[name] ?? [])
  printTable(
    `${title}: milliseconds with ${few} and with ${count}, ${runs} runs each (aim: page ≤ 1.3, search ≤ 2)`,
    ['query', 'few', 'p95', 'many', 'p95', 'ratio', 'calls', 'calls'],
    Object.keys(queries).map((name) => {
      const values = measured.map((of) => of[name] ?? [])
      const figures = values.flatMap((of) => [median(of), percentile(of, 0.95)])
      return [name, ...figures.map((value) => Number(value.toFixed(2))), ratioOf(name), ...calls.map((of) => of[name] ?? NaN)] // prettier-ignore
    }),
  )
  const names = Object.groupBy(Object.keys(queries), (name) => (isSearch(name) ? 'searches' : 'pages'))
  return { pages: (names.pages ?? []).map(ratioOf), searches: (names.searches ?? []).map(ratioOf) }
}

/** A page and a search of each list that all share, against few and against many; a count of 0 leaves a list out. */
export const lists = (flags: string[]) =>
  inBenchWorld(async ({ variables }): Promise<Outcome> => {
    Object.assign(process.env, variables)
    const [pages, searches]: [number[], number[]] = [[], []]
    for (const [kind, given] of Object.entries(populations)) {
      const count = countOf(kind as keyof typeof populations, flags)
      if (count <= few) continue
      const ratios = await compare(await given(), count)
      pages.push(...ratios.pages)
      searches.push(...ratios.searches)
    }
    const [page, search] = [Math.max(...pages), Math.max(...searches)]
    const measured = `page ${page.toFixed(2)}, search ${search.toFixed(2)} at the most`
    return { measured, isMet: page <= 1.3 && search <= 2 }
  })
