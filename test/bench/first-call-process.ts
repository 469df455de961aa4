import { readFileSync, writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { Writable } from 'node:stream'
import { isStreaming, preludeOf, provideAwsLambda } from '../../src/platform/http/answer/node-response.ts'
import { handlerIn } from './handler-in.ts'

type Handler = (
  event: unknown,
  ...more: object[]
) => Promise<{ statusCode?: number; body?: string } | undefined>

/** What a first call has loaded: files, by their URLs, and modules of Node's own, as Node names them. */
export interface Loaded {
  files: string[]
  builtins: string[]
}

/** A fresh process that loads one function, handles one event, and tells what it has loaded for that. */
const [artifact = '', input = ''] = process.argv.slice(2)
const event: unknown = JSON.parse(readFileSync(input, 'utf8'))

provideAwsLambda()
const stream = new Writable({ write: (_chunk, _encoding, done) => done() })

const files: string[] = []
registerHooks({
  load: (url, context, next) => {
    if (!url.startsWith('node:')) files.push(url)
    return next(url, context)
  },
})
const { moduleLoadList } = process as NodeJS.Process & { moduleLoadList: string[] }
const before = moduleLoadList.length
const handler = handlerIn<Handler>(await import(artifact))
const told = isStreaming(handler) ? await handler(event, stream, {}) : await handler(event, {})
const builtins = moduleLoadList.slice(before).filter((name) => name.startsWith('NativeModule '))
const { statusCode = 200, body } = { ...told, ...preludeOf(stream) }
if (statusCode >= 300) throw new Error(body)
writeSync(3, JSON.stringify({ files, builtins } satisfies Loaded))
process.exit(0)
