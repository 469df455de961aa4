import { readFileSync, writeSync } from 'node:fs'
import { handlerIn } from './handler-in.ts'

/**
 * A fresh process that loads one function, handles one event, and tells how many milliseconds each took, and how many
 * of the processor's both.
 */
const [artifact = '', input = ''] = process.argv.slice(2)
const event: unknown = JSON.parse(readFileSync(input, 'utf8'))

const cpuBefore = process.cpuUsage()
const begin = performance.now()
const handler = handlerIn<
  (event: unknown, context: object) => Promise<{ statusCode?: number; body?: string } | undefined>
>(await import(artifact))
const loaded = performance.now()
const answer = await handler(event, {})
const end = performance.now()
const { user, system } = process.cpuUsage(cpuBefore)

if ((answer?.statusCode ?? 200) >= 300) throw new Error(answer?.body)
writeSync(
  3,
  JSON.stringify({ load: loaded - begin, call: end - loaded, all: end - begin, cpu: (user + system) / 1000 }),
)
process.exit(0)
