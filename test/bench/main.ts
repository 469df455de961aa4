import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, loadavg } from 'node:os'
import type { Readable } from 'node:stream'
import { readArguments } from '../../infra/cli/command.ts'
import { takeTemporaryFolder } from '../../infra/local/machine/temporary-folder.ts'
import { openProgress } from '../../infra/cli/progress.ts'
import { answers } from './answers.ts'
import { closeBenchWorld } from './bench-world.ts'
import { bundles } from './bundles.ts'
import { coldStart } from './cold-start.ts'
import { contents } from './contents.ts'
import { cost } from './cost.ts'
import { deadReceiver } from './dead-receiver.ts'
import { firstCalls } from './first-calls.ts'
import { fanOut } from './fan-out.ts'
import { lists } from './lists.ts'
import { largeDocuments } from './large-documents.ts'
import { largeTrash } from './large-trash.ts'
import { indexing } from './indexing.ts'
import { news } from './news.ts'
import { outcomeDescriptor, summaryOf, tellOutcomes, type Outcome } from './outcome.ts'
import { outlines } from './outlines.ts'
import { outsiders } from './outsiders.ts'
import { partitions } from './partitions.ts'
import { peers } from './peers.ts'
import { responsiveness } from './responsiveness.ts'
import { roundTrips } from './round-trips.ts'
import { schedule } from './schedule.ts'
import { start } from './start.ts'
import { tests } from './tests.ts'
import { turns, turnsOfMany } from './turns.ts'
import { uploads } from './uploads.ts'
import { warm } from './warm.ts'
import { webhookEvents } from './webhook-events.ts'
import { crowdsAtOnce, writers } from './writers.ts'

interface Bench {
  run: (flags: string[]) => Promise<Outcome | void>
  /** Label of its row in the summary; no row without it. */
  what?: string
  aim?: string
}

const benches: Record<string, Bench> = {
  'cold-start': {
    run: coldStart,
    what: 'cold start ÷ a bare handler with the same packages making the same calls',
    aim: '≤ 1.10',
  },
  warm: { run: warm, what: 'warm handler ÷ the raw SDK calls that it must make', aim: '≤ 1.15' },
  bundles: { run: bundles, what: 'what is loaded before the first answer ÷ a bare handler', aim: '≤ 1.47' },
  'first-calls': {
    run: firstCalls,
    what: 'modules that a first call loads ÷ a bare handler with the same packages',
    aim: "≤ 1.43, at most 5 more of Node's own",
  },
  'round-trips': { run: roundTrips, what: 'sequential DynamoDB round trips', aim: 'as granted to each call' },
  cost: { run: cost, what: 'calls and capacity units of a call', aim: 'as written down' },
  lists: {
    run: lists,
    what: 'list page and search, few against many items',
    aim: '≤ 1.3 times, search ≤ 2 times',
  },
  contents: {
    run: contents,
    what: 'WOPI contents against a raw S3 read',
    aim: 'first byte ≤ +10 ms, throughput ≥ 0.9, memory flat',
  },
  uploads: { run: uploads, what: 'from an upload to a file that is ready and found', aim: '≤ 2 s' },
  writers: { run: writers, what: '50 writers on one wiki page', aim: 'nothing lost, no gap' },
  crowds: {
    run: crowdsAtOnce,
    what: '50 writers on a course, project, task, ticket or list of tasks',
    aim: 'each has their change',
  },
  'fan-out': { run: fanOut, what: '100 000 people told of one change', aim: 'none twice, none missed' },
  schedule: {
    run: schedule,
    what: '100 000 messages due in one minute, the scheduler killed meanwhile',
    aim: 'none missed',
  },
  start: { run: start, what: 'npm start to first answer', aim: '≤ 10 s' },
  tests: { run: tests, what: 'npm test', aim: '≤ 3 min on two cores' },
  peers: { run: peers, what: 'beside Express, Fastify, Hono and NestJS', aim: 'none better in anything' },
  partitions: { run: partitions, what: '5 000 requests a second', aim: 'no partition key throttled' },
  outlines: { run: outlines },
  outsiders: {
    run: outsiders,
    what: "an outsider's search with 2 150 private matches ÷ with no match",
    aim: '≤ 2 times',
  },
  indexing: {
    run: indexing,
    what: 'what follows from a page of 1 000 words, an edit of one, and its trash',
    aim: '≤ 600 units, ≤ 1.5 times its own, ≤ 60 units',
  },
  news: {
    run: news,
    what: 'from a change to its notification, while 1 000 pages are imported',
    aim: '≤ 2 s',
  },
  'dead-receiver': {
    run: deadReceiver,
    what: 'a notification while 200 deliveries to a dead receiver are due ÷ quiet',
    aim: '≤ 1.2 times',
  },
  'webhook-events': {
    run: webhookEvents,
    what: 'what follows from an event for each of 1 and of 50 webhooks',
    aim: '≤ 8 write units',
  },
  'large-documents': {
    run: largeDocuments,
    what: 'until a small page is found, while a megabyte is indexed ÷ quiet',
    aim: '≤ 2 times',
  },
  'large-trash': {
    run: largeTrash,
    what: 'a project of 100 000 tasks into the trash and back',
    aim: 'as one of 100, and nobody sees a part of it',
  },
  responsiveness: {
    run: responsiveness,
    what: '/health and a page, and memory, while ten bombs are read ÷ quiet',
    aim: '≤ 5 times, ≤ 100 MB more, none refused',
  },
  answers: {
    run: answers,
    what: 'searches and questions over the pages of a folder',
    aim: 'right thing first in 50 of 60, in three 56; none wrong with confidence',
  },
  turns: {
    run: turns,
    what: 'the text of a docx while one other has sent bombs ÷ quiet',
    aim: '≤ 2 times',
  },
  'turns-of-many': {
    run: turnsOfMany,
    what: 'the text of a docx while eight others have sent bombs ÷ quiet',
    aim: '≤ 20 times',
  },
}

/**
 * Lanes of the brief form: they run concurrently, each a sequence of processes. Benches of the same calls share a
 * process. Times are measured only on a quiet machine.
 */
const briefLanes = [
  [['round-trips', 'cost', 'partitions']],
  [['lists'], ['writers'], ['crowds'], ['fan-out'], ['bundles', 'peers', 'first-calls']],
]

const usage = `npm run bench -- [--ci] [bench …]

Measures, each figure as a ratio from one run; --ci: in brief, and it fails only by what no other work of the machine
changes. It needs no account: it starts emulators of its own, and uses no service that runs.
The benches: ${Object.keys(benches).join(' ')}

  lists     --people=…, --courses=…, --enrollments=…, --certificates=…, --my-courses=…, --tasks=…, --my-tasks=…,
            --messages=…, --tickets=…, --queues=…, --reports=…, --pages=…, --files=…, --everything=…: how many
            there are
  fan-out   --people=…
  schedule  --messages=…
  large-trash  --tasks=…
  outlines  --sizes=5,50 in MB, --kinds=pdf,txt
  bundles   --all: a row for each function
  answers   --folder=…: pages/*.md with a title in their front matter, queries.yml and questions.yml in the form of
            test/search/queries and test/models/questions, which name pages by their files; nothing without it
  cost      --write: records what calls cost, here and in infra/README.md`

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const { values, words: asked } = readArguments({
  usage,
  options: {
    ci: flag,
    all: flag,
    write: flag,
    sizes: text,
    kinds: text,
    people: text,
    courses: text,
    enrollments: text,
    certificates: text,
    'my-courses': text,
    tasks: text,
    'my-tasks': text,
    messages: text,
    tickets: text,
    queues: text,
    pages: text,
    files: text,
    everything: text,
    folder: text,
  },
  words: Object.keys(benches),
})
const flags = Object.entries(values).map(([name, value]) =>
  value === true ? `--${name}` : `--${name}=${String(value)}`,
)

const progress = openProgress()
/** Running benches of all lanes. */
const running = new Set<string>()

type Outcomes = Record<string, Outcome | undefined>

/** Runs benches in their own process, which writes to descriptor 3 here, and returns their outcomes. */
const outcomesOf = async (names: string[]): Promise<Outcomes> => {
  const child = spawn(process.execPath, [import.meta.filename, ...names, ...flags], {
    env: { ...process.env, BENCH: 'inside' },
    stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
  })
  const name = names.join(', ')
  running.add(name)
  progress.show('measuring', [...running].join(', '))
  child.stdio[3]?.on('data', progress.print)
  const told = (child.stdio[outcomeDescriptor] as Readable).toArray()
  const [status] = (await once(child, 'close')) as [number | null]
  running.delete(name)
  if (status !== 0) process.exitCode = 1
  const outcomes = JSON.parse(
    Buffer.concat((await told) as Buffer[]).toString() || '[]',
  ) as (Outcome | null)[]
  return Object.fromEntries(names.map((name, index) => [name, outcomes[index] ?? undefined]))
}

/** Runs the benches of this process; if one fails, the others still run. */
const runInside = async (names: string[]) => {
  const outcomes: (Outcome | undefined)[] = []
  for (const name of names)
    outcomes.push(
      (await benches[name]?.run(flags).catch((error: Error) => {
        process.stderr.write(`${name}: ${error.stack}\n`)
        process.exitCode = 1
      })) ?? undefined,
    )
  await closeBenchWorld()
  tellOutcomes(outcomes)
}

const lanesOf = () => {
  if (asked.length > 0 || !flags.includes('--ci'))
    return [(asked.length > 0 ? asked : Object.keys(benches)).map((name) => [name])]
  return briefLanes
}

if (process.env['BENCH'] === 'inside') {
  await runInside(asked)
  process.exit()
} else {
  takeTemporaryFolder()
  const load = loadavg()[0]?.toFixed(1)
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} cores, load ${load} at the beginning\n`,
  )
  const outcomes: Outcomes = {}
  const from = performance.now()
  await Promise.all(
    lanesOf().map(async (lane) => {
      for (const names of lane) Object.assign(outcomes, await outcomesOf(names))
    }),
  )
  progress.clear()
  const rows = Object.entries(outcomes).flatMap(([name, outcome]) => {
    const { what, aim } = benches[name] ?? {}
    return what === undefined || aim === undefined ? [] : [{ what, aim, outcome }]
  })
  if (rows.length > 0) process.stdout.write(`${summaryOf(rows)}\n`)
  const broken = Object.entries(outcomes).flatMap(([name, outcome]) =>
    (outcome?.broken ?? []).map((what) => `${name}: ${what}`),
  )
  for (const line of broken) process.stdout.write(`${line}\n`)
  if (broken.length > 0) process.exitCode = 1
  process.stdout.write(`\n${((performance.now() - from) / 1000).toFixed(0)} s\n`)
}
