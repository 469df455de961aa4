import { spawnSync } from 'node:child_process'
import { availableParallelism, loadavg } from 'node:os'
import { coldStart } from './cold-start.ts'
import { contents } from './contents.ts'
import { cost } from './cost.ts'
import { lists } from './lists.ts'
import { outcomeDescriptor, summaryOf, tellOutcome, type Outcome, type Row } from './outcome.ts'
import { outlines } from './outlines.ts'
import { partitions } from './partitions.ts'
import { peers } from './peers.ts'
import { roundTrips } from './round-trips.ts'
import { start } from './start.ts'
import { tests } from './tests.ts'
import { warm } from './warm.ts'
import { writers } from './writers.ts'

interface Bench {
  run: (flags: string[]) => Promise<Outcome | void>
  /** What its row in the summary says; without it there is none. */
  what?: string
  aim?: string
}

const benches: Record<string, Bench> = {
  'cold-start': {
    run: coldStart,
    what: 'cold start ÷ a bare SDK handler making the same calls',
    aim: '≤ 1.10',
  },
  warm: { run: warm, what: 'warm handler ÷ the raw SDK calls that it must make', aim: '≤ 1.15' },
  'round-trips': { run: roundTrips, what: 'sequential DynamoDB round trips', aim: 'as granted to each call' },
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
  writers: { run: writers, what: '50 writers on one wiki page', aim: 'nothing lost, no gap' },
  start: { run: start, what: 'npm start to first answer', aim: '≤ 10 s' },
  tests: { run: tests, what: 'npm test', aim: '≤ 3 min on two cores' },
  peers: { run: peers, what: 'beside Express, Hono and NestJS', aim: 'none better in anything' },
  partitions: { run: partitions, what: '5 000 requests a second', aim: 'no partition key throttled' },
  outlines: { run: outlines },
  cost: { run: cost },
}

const flags = process.argv.slice(2).filter((flag) => flag.startsWith('--'))
const asked = process.argv.slice(2).filter((name) => !name.startsWith('--'))
const unknown = asked.find((name) => !(name in benches))

/** Runs a bench in a process of its own, which writes here on descriptor 3, and gives what it tells at its end. */
const outcomeOf = (name: string): Outcome | undefined => {
  const { status, output } = spawnSync(process.execPath, [import.meta.filename, name, ...flags], {
    env: { ...process.env, BENCH: 'inside' },
    stdio: ['ignore', 'ignore', 'inherit', 1, 'pipe'],
    encoding: 'utf8',
  })
  if (status !== 0) process.exitCode = 1
  return (JSON.parse(output[outcomeDescriptor] || 'null') as Outcome | null) ?? undefined
}

if (process.env['BENCH'] === 'inside') {
  tellOutcome(await benches[asked[0] ?? '']?.run(flags))
  process.exit()
} else if (unknown !== undefined) {
  process.stderr.write(`There is no bench ${unknown}; there are ${Object.keys(benches).join(', ')}.\n`)
  process.exitCode = 1
} else {
  const names = asked.length > 0 ? asked : Object.keys(benches)
  const load = loadavg()[0]?.toFixed(1)
  process.stdout.write(
    `Node ${process.version}, ${availableParallelism()} cores, load ${load} at the beginning\n`,
  )
  const rows = names.flatMap((name): Row[] => {
    const outcome = outcomeOf(name)
    const { what, aim } = benches[name] ?? {}
    return what === undefined || aim === undefined ? [] : [{ what, aim, outcome }]
  })
  if (rows.length > 0) process.stdout.write(`${summaryOf(rows)}\n`)
}
