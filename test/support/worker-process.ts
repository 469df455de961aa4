import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { readerOptions } from './reader-module.ts'

const urlOf = (file: string) => new URL(`../../${file}`, import.meta.url).href

const code = `
  import { flushCompileCache } from 'node:module'
  const ahead = Number(process.env.CLOCK_AHEAD_MILLISECONDS ?? 0)
  const Real = Date
  if (ahead > 0)
    globalThis.Date = class extends Real {
      static now() { return Real.now() + ahead }
      constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ahead) }
    }
  const handlers = new Map()
  for (const url of process.argv.slice(1))
    handlers.set(url, Object.values(await import(url)).find((exported) => typeof exported === 'function'))
  // now, for what is killed does not do it at its end
  flushCompileCache()
  process.on('message', ({ id, url, event }) => {
    handlers.get(url)(event, {}).then((outcome) => process.send({ id, outcome }))
  })
  process.once('disconnect', () => process.exit())
`

interface Variables {
  [name: string]: string
  /** How far the clock of the process is ahead: what a worker that is killed leaves behind passes with time. */
  CLOCK_AHEAD_MILLISECONDS?: string
  /** What a reader of documents runs instead of its sources. */
  READER_FILE?: string
}

/** Loading the sources is most of what a worker does; once is enough. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/**
 * Workers of `src/`, or its dispatcher, in a process of their own, in this process's environment but for
 * `variables`.
 */
export const workerProcess = (files: string[], variables: Variables) => {
  const program = ['--input-type=module', '-e', code, ...files.map(urlOf)]
  const child = spawn(process.execPath, [...readerOptions, ...program], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiled,
      // where a clock is ahead by minutes, the SDK would take each refused condition for the clock's, and try it again
      AWS_DISABLE_CLOCK_SKEW_CORRECTION: 'true',
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // changes of the table have dates and bytes
    serialization: 'advanced',
  })
  const exited = once(child, 'exit')
  const open = new Map<number, (outcome: unknown) => void>()
  child.on('message', ({ id, outcome }: { id: number; outcome: unknown }) => open.get(id)?.(outcome))
  let last = 0
  return {
    pid: child.pid as number,
    /** Has a file's handler work on an event; throws when the process ends before that has said what came of it. */
    invoke: async <Outcome>(event: object, file = files[0] as string): Promise<Outcome> => {
      const id = (last += 1)
      const done = new Promise((resolve) => void open.set(id, resolve))
      child.send({ id, url: urlOf(file), event }, () => {})
      const ended = exited.then(([, signal]) => {
        throw new Error(`The worker was ended by ${signal}.`)
      })
      return (await Promise.race([done, ended])) as Outcome
    },
    /** As by kill -9; settles when the process is gone. */
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
