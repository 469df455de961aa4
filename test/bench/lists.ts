import type { Context } from 'aws-lambda'
import type { Endpoints } from '../../infra/local/emulators.ts'
import { makeTable } from '../../infra/local/resources.ts'
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

const asking = ({ handler, request, queries }: Population, table: string) => {
  const ask = (query: NonNullable<CallOptions['query']>) => async () => {
    process.env['TABLE_NAME'] = table
    const event = eventOf(handler, { ...request, query })
    return timed(async () => {
      const { statusCode, body } = await handler(event, {} as Context)
      if (statusCode !== 200) throw new Error(body)
    })
  }
  return Object.entries(queries).map(([name, query]) => [name, ask(query)] as const)
}

/** A table in which there are so many things of a kind, and the ways to ask for them. */
const filled = async (
  endpoints: Pick<Endpoints, 'dynamodb'>,
  kind: keyof typeof populations,
  size: number,
) => {
  const table = `${kind}-${size}`
  await makeTable(endpoints, table, { hasStream: false })
  process.env['TABLE_NAME'] = table
  const population = await populations[kind]()
  const milliseconds = await timed(() => population.fill(0, size))
  say(`${population.title}: ${size} made in ${(milliseconds / 1000).toFixed(0)} s`)
  return { title: population.title, works: asking(population, table) }
}

/** The time with many against that with few, of each way to ask. */
interface Ratios {
  pages: number[]
  searches: number[]
}

const compare = async (
  endpoints: Pick<Endpoints, 'dynamodb'>,
  kind: keyof typeof populations,
  count: number,
): Promise<Ratios> => {
  const { title, works } = await filled(endpoints, kind, few)
  const { works: worksOfMany } = await filled(endpoints, kind, count)
  const all = Object.fromEntries([
    ...works.map(([name, work]) => [`few ${name}`, work] as const),
    ...worksOfMany.map(([name, work]) => [`many ${name}`, work] as const),
  ])
  await interleaved(20, all)
  const measured = await interleaved(runs, all)
  const rows: (string | number)[][] = []
  const ratios: Ratios = { pages: [], searches: [] }
  for (const [name] of works) {
    const values = ['few', 'many'].map((size) => measured[`${size} ${name}`] ?? [])
    const [little, much] = values.map(median) as [number, number]
    const figures = values.flatMap((of) => [median(of), percentile(of, 0.95)])
    ratios[name.startsWith('search') ? 'searches' : 'pages'].push(much / little)
    const calls = [await callsOf(all[`few ${name}`]!), await callsOf(all[`many ${name}`]!)]
    rows.push([name, ...figures.map((value) => Number(value.toFixed(2))), much / little, ...calls])
  }
  printTable(
    `${title}: milliseconds with ${few} and with ${count}, ${runs} runs each, in turns (aim: page ≤ 1.3, search ≤ 2)`,
    ['query', 'few', 'p95', 'many', 'p95', 'ratio', 'calls', 'calls'],
    rows,
  )
  return ratios
}

/** A page and a search of each list that all share, against few and against many; a count of 0 leaves a list out. */
export const lists = (flags: string[]) =>
  inBenchWorld(async ({ variables }): Promise<Outcome> => {
    Object.assign(process.env, variables)
    const dynamodb = variables['AWS_ENDPOINT_URL_DYNAMODB'] as string
    const all: Ratios[] = []
    for (const kind of Object.keys(populations) as (keyof typeof populations)[]) {
      const count = countOf(kind, flags)
      if (count > few) all.push(await compare({ dynamodb }, kind, count))
    }
    const page = Math.max(...all.flatMap(({ pages }) => pages))
    const search = Math.max(...all.flatMap(({ searches }) => searches))
    const measured = `page ${page.toFixed(2)}, search ${search.toFixed(2)} at the most`
    return { measured, isMet: page <= 1.3 && search <= 2 }
  })
