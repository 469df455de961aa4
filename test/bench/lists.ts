import type { Context } from 'aws-lambda'
import type { Endpoints } from '../../infra/local/settings/emulator-endpoints.ts'
import { makeTable } from '../../infra/local/service/resources.ts'
import { maxFirstRows, maxRows } from '../../src/platform/search/query/lookup.ts'
import { eventOf, streamed, type CallOptions } from '../support/call.ts'
import { inBenchWorld, type BenchWorld } from './bench-world.ts'
import { rareThings } from './filling.ts'
import { callsOf, interleaved, median, percentile, timed } from './measures.ts'
import type { Outcome } from './outcome.ts'
import { populations, type Population } from './populations.ts'
import { printTable, say } from './table.ts'

const few = 1_000
const runs = 200

/** Few and many in the brief form, which counts the rows read: more than the maximum for a common word. */
const [briefFew, briefMany] = [200, 2_500]

/** Kinds of the brief form; without courses, whose lists and searches equal those of people. */
const briefKinds = [
  'people',
  'enrollments',
  'certificates',
  'my-courses',
  'tasks',
  'my-tasks',
  'messages',
  'tickets',
  'queues',
  'reports',
  'pages',
  'files',
  'everything',
] as const

/**
 * Additional rows besides a page, and besides the index terms of results: the caller, the container, and each result.
 */
const besides = { page: 10, search: 150 }

/** Maximum ratio of the cost for many resources to that for few. */
const aims = { page: 1.3, search: 2 }

/** Final number of resources unless a flag sets it; most of the time goes into indexing words. */
const many: Record<keyof typeof populations, number> = {
  people: 20_000,
  courses: 20_000,
  enrollments: 100_000,
  certificates: 100_000,
  'my-courses': 20_000,
  tasks: 100_000,
  'my-tasks': 100_000,
  messages: 100_000,
  tickets: 20_000,
  queues: 20_000,
  reports: 100_000,
  pages: 100_000,
  files: 20_000,
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
      const answer = handler.spec.stream ? streamed(handler, event) : handler(event, {} as Context)
      const { statusCode, body } = await answer
      if (statusCode !== 200) throw new Error(body)
    })
  }
  return Object.entries(queries).map(([name, query]) => [name, ask(query)] as const)
}

/** Creates a table with this many resources of a kind, and returns its queries. */
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

/** Ratio of the time with many resources to that with few, per query. */
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

/**
 * Returns the maximum number of rows for many resources: for a common word, the rows that are scanned and each result;
 * next to a rare word, the rows scanned first, and the words of each resource with the rare one.
 */
const maxRowsOf = (name: string, limit: number, few: number) => {
  if (!name.startsWith('search')) return Math.max(Math.floor(few * aims.page), limit + besides.page)
  if (name.includes('two words')) return few + maxFirstRows + rareThings
  if (name.includes('rare')) return few * aims.search
  // if other people's resources also contain the word, a second lookup reads the reader's own; here they are half of
  // all
  const hasOthers = few > maxRows + besides.search
  return (hasOthers ? 2 : 1) * maxRows + besides.search
}

/** Returns the number of rows that each query reads, for few and for many resources. */
const rowsRead = async ({ proxy }: BenchWorld, kind: keyof typeof populations) => {
  process.env['TABLE_NAME'] = 'bench'
  const population = await populations[kind]()
  const works = asking(population, 'bench')
  const read = async () => {
    const rows: number[] = []
    proxy.countsCapacity = true
    for (const [, work] of works) {
      proxy.calls.length = 0
      await work()
      rows.push(proxy.calls.reduce((sum, call) => sum + call.rows, 0))
    }
    proxy.countsCapacity = false
    return rows
  }
  await population.fill(0, briefFew)
  const few = await read()
  await population.fill(briefFew, briefMany)
  const many = await read()
  return Object.entries(population.queries).map(([name, { limit }], index) => {
    const [before = NaN, after = NaN] = [few[index], many[index]]
    return {
      title: `${population.title}, ${name}`,
      before,
      after,
      maxRows: population.maxRows?.[name] ?? maxRowsOf(name, Number(limit), before),
    }
  })
}

/** Compares the rows read for few and for many resources, which no noise changes. */
const compareRows = async (world: BenchWorld): Promise<Outcome> => {
  const all: Awaited<ReturnType<typeof rowsRead>> = []
  for (const kind of briefKinds) all.push(...(await rowsRead(world, kind)))
  printTable(
    `lists: rows of the table that are read of ${briefFew} and of ${briefMany}`,
    ['query', 'few', 'many', 'at most', ''],
    all.map(({ title, before, after, maxRows }) => [
      title,
      before,
      after,
      maxRows,
      after <= maxRows ? '' : 'more',
    ]),
  )
  const broken = all
    .filter(({ after, maxRows }) => !(after <= maxRows))
    .map(
      ({ title, after, maxRows }) =>
        `${title}: reads ${after} rows of ${briefMany} things, not ${maxRows} at most`,
    )
  const measured = `by rows that are read ${all.length - broken.length} of ${all.length}`
  return { measured, isMet: broken.length === 0, broken }
}

/**
 * Measures a page and a search of each shared list, for few and for many resources; a count of 0 skips a list. The
 * brief form counts the rows read.
 */
export const lists = (flags: string[]) =>
  inBenchWorld(async (world): Promise<Outcome> => {
    if (flags.includes('--ci')) return compareRows(world)
    const { variables } = world
    Object.assign(process.env, variables)
    const dynamodb = variables['AWS_ENDPOINT_URL_DYNAMODB'] as string
    const all: Ratios[] = []
    for (const kind of Object.keys(populations) as (keyof typeof populations)[]) {
      const count = countOf(kind, flags)
      if (count > few) all.push(await compare({ dynamodb }, kind, count))
    }
    // the lists that were asked for may have no search
    const page = Math.max(0, ...all.flatMap(({ pages }) => pages))
    const search = Math.max(0, ...all.flatMap(({ searches }) => searches))
    const measured = `page ${page.toFixed(2)}, search ${search.toFixed(2)} at most`
    return { measured, isMet: page <= aims.page && search <= aims.search }
  })
