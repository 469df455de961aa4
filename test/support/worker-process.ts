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
  /** Milliseconds by which the clock of the process is ahead, so that the claims of a killed worker have expired. */
  CLOCK_AHEAD_MILLISECONDS?: string
  /** File that document readers run instead of their sources. */
  READER_FILE?: string
}

/** Compile cache; loading the sources is most of a worker's time, and once is enough. */
const compiled = fileURLToPath(new URL('../../node_modules/.cache/compiled', import.meta.url))

/**
 * Starts workers of `src/`, or the dispatcher, in a process with this process's environment and additional `variables`.
 */
export const workerProcess = (files: string[], variables: Variables) => {
  const program = ['--input-type=module', '-e', code, ...files.map(urlOf)]
  const child = spawn(process.execPath, [...readerOptions, ...program], {
    env: {
      ...process.env,
      NODE_COMPILE_CACHE: compiled,
      // with a clock minutes ahead, the SDK would attribute each failed condition to clock skew and retry it
      AWS_DISABLE_CLOCK_SKEW_CORRECTION: 'true',
      ...variables,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // changes of the table contain dates and bytes
    serialization: 'advanced',
  })
  const exited = once(child, 'exit')
  const open = new Map<number, (outcome: unknown) => void>()
  child.on('message', ({ id, outcome }: { id: number; outcome: unknown }) => open.get(id)?.(outcome))
  let last = 0
  return {
    pid: child.pid as number,
    /** Lets the handler of a file process an event; throws if the process ends without an outcome. */
    invoke: async <Outcome>(event: object, file = files[0] as string): Promise<Outcome> => {
      const id = (last += 1)
      const done = new Promise((resolve) => void open.set(id, resolve))
      child.send({ id, url: urlOf(file), event }, () => {})
      const ended = exited.then(([, signal]) => {
        throw new Error(`The worker was ended by ${signal}.`)
      })
      return (await Promise.race([done, ended])) as Outcome
    },
    /** Kills the process (kill -9), and waits until it has ended. */
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
