import { readFileSync, writeSync } from 'node:fs'
import { loadFunction } from './bundled-function.ts'

/**
 * Program that loads one function, handles one event, and reports the milliseconds of each, and the processor's
 * milliseconds of both.
 */
const [artifact = '', input = ''] = process.argv.slice(2)
const event: unknown = JSON.parse(readFileSync(input, 'utf8'))

const cpuBefore = process.cpuUsage()
const begin = performance.now()
const call = await loadFunction(artifact)
const loaded = performance.now()
await call(event)
const end = performance.now()
const { user, system } = process.cpuUsage(cpuBefore)

writeSync(
  3,
  JSON.stringify({ load: loaded - begin, call: end - loaded, all: end - begin, cpu: (user + system) / 1000 }),
)
process.exit(0)
