import { readFileSync, writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { loadFunction } from './bundled-function.ts'

/** What a first call has loaded: files, by their URLs, and modules of Node's own, as Node names them. */
export interface Loaded {
  files: string[]
  builtins: string[]
}

/** A fresh process that loads one function, handles one event, and tells what it has loaded for that. */
const [artifact = '', input = ''] = process.argv.slice(2)
const event: unknown = JSON.parse(readFileSync(input, 'utf8'))

const files: string[] = []
registerHooks({
  load: (url, context, next) => {
    if (!url.startsWith('node:')) files.push(url)
    return next(url, context)
  },
})
const { moduleLoadList } = process as NodeJS.Process & { moduleLoadList: string[] }
const before = moduleLoadList.length
const call = await loadFunction(artifact)
await call(event)
const builtins = moduleLoadList.slice(before).filter((name) => name.startsWith('NativeModule '))
writeSync(3, JSON.stringify({ files, builtins } satisfies Loaded))
process.exit(0)
