import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { parseArgs } from 'node:util'
import type { Fault } from '../support/fault-proxy.ts'
import type { FaultWorld } from './fault-world.ts'
import { quickFaults, slowFaults } from './kinds.ts'
import type { Options } from './options.ts'

const usage = `Usage: npm run test:faults -- [--ci] [flows killed mixed down] [--fault=lost] [--flow=…]
  [--target=dynamodb] [--seed=1] [--rate=0.2] [--operations=20] [--kills=…]

Runs the flows of all areas while what is behind them fails and workers are killed; --ci: everything once.
`

if (process.argv.includes('--help')) {
  process.stdout.write(usage)
  process.exit(0)
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    fault: { type: 'string', multiple: true, default: [] },
    flow: { type: 'string', multiple: true, default: [] },
    target: { type: 'string', multiple: true, default: [] },
    seed: { type: 'string', default: '1' },
    rate: { type: 'string', default: '0.2' },
    operations: { type: 'string' },
    kills: { type: 'string' },
    ci: { type: 'boolean', default: false },
  },
})

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))

const options: Options = {
  ...values,
  seed: Number(values.seed),
  rate: Number(values.rate),
  operations: numberOf(values.operations),
  kills: numberOf(values.kills),
}

type Part = (options: Options, world: FaultWorld) => Promise<number>

/** Each prints what it has seen, and gives how many things were not as they must be; it is loaded where it runs. */
const parts: Record<string, () => Promise<Part>> = {
  flows: async () => (await import('./under-faults.ts')).underFaults,
  killed: async () => (await import('./killed.ts')).killed,
  mixed: async () => (await import('./mixed.ts')).mixed,
  down: async () => (await import('./down.ts')).everythingDown,
}

const names = positionals.length > 0 ? positionals : Object.keys(parts)
const unknown = names.find((name) => !(name in parts))

/** Runs parts one after the other in one world; what is thrown by one does not keep the others from running. */
const runAll = async (): Promise<number> => {
  const { startFaultWorld } = await import('./fault-world.ts')
  const { say } = await import('../bench/table.ts')
  const world = await startFaultWorld()
  let violations = 0
  for (const name of names) {
    const from = performance.now()
    try {
      const part = await parts[name]?.()
      violations += (await part?.(options, world)) ?? 1
    } catch (error) {
      violations += 1
      say(`${name}: ${(error as Error).stack ?? String(error)}`)
    }
    say(`\n${name}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
  }
  await world.stop()
  return violations
}

/**
 * Runs parts in a process of their own. Gives whether all was as it must be; what they print is shown when
 * they end.
 */
const inside = async (names: string[], flags: string[]): Promise<boolean> => {
  const child = spawn(process.execPath, [import.meta.filename, ...names, ...flags], {
    env: { ...process.env, FAULTS: 'inside' },
    // the log lines of the service go nowhere
    stdio: ['ignore', process.env['FAULTS_LOG'] ? 2 : 'ignore', 'inherit', 'pipe'],
  })
  const printed = (child.stdio[3] as Readable).toArray()
  const [status] = (await once(child, 'close')) as [number | null]
  process.stdout.write(Buffer.concat((await printed) as Buffer[]))
  return status === 0
}

/** What runs one after the other. */
type Lane = (() => Promise<boolean>)[]

/** Lanes that run side by side, and other lanes when these have ended: what is measured in milliseconds runs alone. */
const lanesOf = (flags: string[]): Lane[][] => {
  if (!values.ci || positionals.length > 0 || values.fault.length > 0)
    return [[names.map((name) => () => inside([name], flags))]]
  const under = (faults: Fault[]) => () =>
    inside(['flows'], [...flags, ...faults.map((fault) => `--fault=${fault}`)])
  return [
    [
      [under(quickFaults), () => inside(['mixed'], flags)],
      [under(slowFaults), () => inside(['killed'], flags)],
    ],
    [[() => inside(['down'], flags)]],
  ]
}

if (unknown !== undefined) {
  process.stderr.write(`There is no part ${unknown}; there are ${Object.keys(parts).join(', ')}.\n`)
  process.exitCode = 1
} else if (process.env['FAULTS'] === 'inside') {
  process.exit((await runAll()) > 0 ? 1 : 0)
} else {
  const from = performance.now()
  const flags = process.argv.slice(2).filter((flag) => flag.startsWith('--'))
  let isGood = true
  for (const lanes of lanesOf(flags))
    await Promise.all(
      lanes.map(async (lane) => {
        for (const run of lane) isGood = (await run()) && isGood
      }),
    )
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  process.stdout.write(
    `\nseed ${options.seed}: ${isGood ? 'no violation' : 'VIOLATIONS, see above'}, ${seconds} s\n`,
  )
  process.exitCode = isGood ? 0 : 1
}
