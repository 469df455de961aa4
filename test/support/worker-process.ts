import { spawn } from 'node:child_process'
import { once } from 'node:events'

const code = `
  const ahead = Number(process.env.CLOCK_AHEAD_MILLISECONDS ?? 0)
  const Real = Date
  if (ahead > 0)
    globalThis.Date = class extends Real {
      static now() { return Real.now() + ahead }
      constructor(...given) { given.length > 0 ? super(...given) : super(Real.now() + ahead) }
    }
  const { handler } = await import(process.argv[1])
  process.on('message', (event) => {
    handler(event, {}).then((outcome) => process.send(outcome))
  })
  process.once('disconnect', () => process.exit())
`

interface Variables {
  [name: string]: string
  /** How far the clock of the process is ahead: what a worker that is killed leaves behind passes with time. */
  CLOCK_AHEAD_MILLISECONDS?: string
}

/** A worker of `src/`, or the dispatcher, in a process of its own, in this process's environment but for `variables`. */
export const workerProcess = (file: string, variables: Variables) => {
  const url = new URL(`../../${file}`, import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, url], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    // changes of the table have dates and bytes
    serialization: 'advanced',
  })
  const exited = once(child, 'exit')
  return {
    pid: child.pid as number,
    /** Works on an event, one after the other; throws when it ends before it has said what came of it. */
    invoke: async <Outcome>(event: object): Promise<Outcome> => {
      const ended = exited.then(([, signal]) => {
        throw new Error(`The worker was ended by ${signal}.`)
      })
      child.send(event)
      const [outcome] = (await Promise.race([once(child, 'message'), ended])) as [Outcome]
      return outcome
    },
    /** As by kill -9; settles when the process is gone. */
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
