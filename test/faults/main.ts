import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { readArguments } from '../../infra/cli/command.ts'
import { takeTemporaryFolder } from '../../infra/local/machine/temporary-folder.ts'
import { openProgress } from '../../infra/cli/progress.ts'
import type { Fault } from '../support/fault-proxy.ts'
import { readerOptions } from '../support/reader-module.ts'
import type { FaultWorld } from './fault-world.ts'
import { quickFaults, slowFaults } from './kinds.ts'
import type { Options } from './options.ts'

const usage = `npm run test:faults -- [--ci] [flows killed mixed down] [--fault=lost] [--flow=…]
  [--target=dynamodb] [--seed=1] [--rate=0.2] [--operations=20] [--kills=…]

Runs the flows of all areas while what is behind them fails and workers are killed; --ci: everything once. It
needs no account: it starts emulators of its own, and uses no service that runs.`

type Part = (options: Options, world: FaultWorld) => Promise<string[]>

/** Parts of the test, imported on demand; each prints its results, and returns the violations as sentences. */
const parts: Record<string, () => Promise<Part>> = {
  flows: async () => (await import('./under-faults.ts')).underFaults,
  killed: async () => (await import('./killed.ts')).killed,
  mixed: async () => (await import('./mixed.ts')).mixed,
  down: async () => (await import('./down.ts')).everythingDown,
}

const text = { type: 'string' } as const
const texts = { type: 'string', multiple: true } as const

const { values, words } = readArguments({
  usage,
  options: {
    fault: texts,
    flow: texts,
    target: texts,
    seed: text,
    rate: text,
    operations: text,
    kills: text,
    ci: { type: 'boolean' },
  },
  numbers: ['seed', 'rate', 'operations', 'kills'],
  words: Object.keys(parts),
})

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text))

const options: Options = {
  fault: values.fault ?? [],
  flow: values.flow ?? [],
  target: values.target ?? [],
  ci: values.ci ?? false,
  seed: Number(values.seed ?? 1),
  rate: Number(values.rate ?? 0.2),
  operations: numberOf(values.operations),
  kills: numberOf(values.kills),
}

const names = words.length > 0 ? words : Object.keys(parts)

const progress = openProgress()
/** Currently running parts of all lanes. */
const running = new Set<string>()

/** Start of a printed line with a violation. */
const violationMark = 'violation: '

/** Runs parts in sequence in one world; an error in one does not stop the others. Returns true without violations. */
const runAll = async (): Promise<boolean> => {
  const { startFaultWorld } = await import('./fault-world.ts')
  const { say } = await import('../bench/table.ts')
  const world = await startFaultWorld()
  const violations: string[] = []
  for (const name of names) {
    const from = performance.now()
    try {
      const part = await parts[name]?.()
      violations.push(...((await part?.(options, world)) ?? []))
    } catch (error) {
      say(`${name}: ${(error as Error).stack ?? String(error)}`)
      violations.push(`${name}: ${String(error)}`)
    }
    say(`\n${name}: ${((performance.now() - from) / 1000).toFixed(1)} s`)
  }
  await world.stop()
  for (const line of violations) say(`${violationMark}${line.replaceAll('\n', ' ')}`)
  return violations.length === 0
}

/** Runs parts in a process of their own, prints their output when they end, and returns the lines with violations. */
const inside = async (names: string[], flags: string[]): Promise<string[]> => {
  const shown = [...names, ...flags.filter((flag) => flag.startsWith('--fault='))].join(' ')
  running.add(shown)
  progress.show('testing', [...running].join(', '))
  const child = spawn(process.execPath, [...readerOptions, import.meta.filename, ...names, ...flags], {
    env: { ...process.env, FAULTS: 'inside' },
    // discards the log lines of the service
    stdio: ['ignore', process.env['FAULTS_LOG'] ? 2 : 'ignore', 'inherit', 'pipe'],
  })
  const printed = (child.stdio[3] as Readable).toArray()
  const [status] = (await once(child, 'close')) as [number | null]
  running.delete(shown)
  const output = Buffer.concat((await printed) as Buffer[]).toString()
  progress.print(output)
  const violations = output.split('\n').filter((line) => line.startsWith(violationMark))
  if (status !== 0 && violations.length === 0)
    violations.push(`${violationMark}${shown} ended with ${status}`)
  return violations
}

/** Parts that run in sequence. */
type Lane = (() => Promise<string[]>)[]

/** Returns groups of parallel lanes, run in sequence, so that the part that measures milliseconds runs alone. */
const lanesOf = (flags: string[]): Lane[][] => {
  if (!options.ci || words.length > 0 || options.fault.length > 0)
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

if (process.env['FAULTS'] === 'inside') {
  process.exit((await runAll()) ? 0 : 1)
} else {
  takeTemporaryFolder()
  const { bundleReader } = await import('../support/reader-bundle.ts')
  process.env['READER_FILE'] = await bundleReader()
  const from = performance.now()
  const flags = Object.entries(values).flatMap(([name, value]) =>
    value === true ? `--${name}` : [value].flat().map((one) => `--${name}=${one}`),
  )
  const violations: string[] = []
  for (const lanes of lanesOf(flags))
    await Promise.all(
      lanes.map(async (lane) => {
        for (const run of lane) violations.push(...(await run()))
      }),
    )
  progress.clear()
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  // repeats them, so that the last lines of a long output show the reason
  const summary = `seed ${options.seed}: ${violations.length} violations, ${seconds} s`
  process.stdout.write(`\n${[...violations, summary].join('\n')}\n`)
  process.exitCode = violations.length === 0 ? 0 : 1
}
