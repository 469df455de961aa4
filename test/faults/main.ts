import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
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
  },
})

const options: Options = {
  ...values,
  seed: Number(values.seed),
  rate: Number(values.rate),
  operations: values.operations === undefined ? undefined : Number(values.operations),
}

/** Each prints what it has seen, and gives how many things were not as they must be; it is loaded where it runs. */
const parts: Record<string, () => Promise<(options: Options) => Promise<number>>> = {
  flows: async () => (await import('./under-faults.ts')).underFaults,
  down: async () => (await import('./down.ts')).everythingDown,
  mixed: async () => (await import('./mixed.ts')).mixed,
}

const none = async () => 0

const unknown = positionals.find((name) => !(name in parts))

if (process.env['FAULTS'] === 'inside') {
  let violations = 0
  for (const name of positionals) violations += await ((await parts[name]?.()) ?? none)(options)
  process.exit(violations > 0 ? 1 : 0)
} else if (unknown !== undefined) {
  process.stderr.write(`There is no part ${unknown}; there are ${Object.keys(parts).join(', ')}.\n`)
  process.exitCode = 1
} else {
  const names = positionals.length > 0 ? positionals : Object.keys(parts)
  const flags = process.argv.slice(2).filter((flag) => flag.startsWith('--'))
  for (const name of names) {
    const { status } = spawnSync(process.execPath, [import.meta.filename, name, ...flags], {
      env: { ...process.env, FAULTS: 'inside' },
      // the log lines of the service go nowhere
      stdio: ['ignore', process.env['FAULTS_LOG'] ? 2 : 'ignore', 'inherit', 1],
    })
    process.exitCode ||= status ?? 1
  }
}
