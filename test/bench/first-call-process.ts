import { readFileSync, writeSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { loadFunction } from './bundled-function.ts'

/** Modules that a first call has loaded: files by URL, and Node's own modules by name. */
export interface Loaded {
  files: string[]
  builtins: string[]
}

/** Program that loads one function, handles one event, and reports what it has loaded. */
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
