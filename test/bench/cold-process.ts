import { readFileSync, writeSync } from 'node:fs'
import { Writable } from 'node:stream'
import { isStreaming, preludeOf, provideAwsLambda } from '../../src/platform/http/answer/node-response.ts'
import { handlerIn } from './handler-in.ts'

type Handler = (
  event: unknown,
  ...more: object[]
) => Promise<{ statusCode?: number; body?: string } | undefined>

/**
 * A fresh process that loads one function, handles one event, and tells how many milliseconds each took, and how many
 * of the processor's both.
 */
const [artifact = '', input = ''] = process.argv.slice(2)
const event: unknown = JSON.parse(readFileSync(input, 'utf8'))

provideAwsLambda()
const stream = new Writable({ write: (_chunk, _encoding, done) => done() })

const cpuBefore = process.cpuUsage()
const begin = performance.now()
const handler = handlerIn<Handler>(await import(artifact))
const loaded = performance.now()
const told = isStreaming(handler) ? await handler(event, stream, {}) : await handler(event, {})
const end = performance.now()
const { user, system } = process.cpuUsage(cpuBefore)

const { statusCode = 200, body } = { ...told, ...preludeOf(stream) }
if (statusCode >= 300) throw new Error(body)
writeSync(
  3,
  JSON.stringify({ load: loaded - begin, call: end - loaded, all: end - begin, cpu: (user + system) / 1000 }),
)
process.exit(0)
