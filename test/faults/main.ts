import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { FaultWorld } from './fault-world.ts'
import type { Options } from './options.ts'

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

if (unknown !== undefined) {
  process.stderr.write(`There is no part ${unknown}; there are ${Object.keys(parts).join(', ')}.\n`)
  process.exitCode = 1
} else if (process.env['FAULTS'] === 'inside') {
  process.exit((await runAll()) > 0 ? 1 : 0)
} else {
  const from = performance.now()
  const flags = process.argv.slice(2).filter((flag) => flag.startsWith('--'))
  for (const together of values.ci ? [names] : names.map((name) => [name])) {
    const { status } = spawnSync(process.execPath, [import.meta.filename, ...together, ...flags], {
      env: { ...process.env, FAULTS: 'inside' },
      // the log lines of the service go nowhere
      stdio: ['ignore', process.env['FAULTS_LOG'] ? 2 : 'ignore', 'inherit', 1],
    })
    process.exitCode ||= status ?? 1
  }
  const seconds = ((performance.now() - from) / 1000).toFixed(1)
  process.stdout.write(
    `\nseed ${options.seed}: ${process.exitCode ? 'VIOLATIONS, see above' : 'no violation'}, ${seconds} s\n`,
  )
}
