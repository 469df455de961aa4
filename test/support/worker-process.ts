import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

const code = `
  const { handler } = await import(process.argv[1])
  process.once('message', (event) => {
    handler(event, {}).then((outcome) => process.send(outcome, () => process.disconnect()))
  })
`

/** A worker of `src/` in a process of its own, in this process's environment but for `variables`. */
export const workerProcess = (file: string, variables: Record<string, string>) => {
  const url = new URL(`../../${file}`, import.meta.url).href
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, url], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const exited = once(child, 'exit')
  return {
    /** Works on messages; throws when it ends before it has said what came of them. */
    invoke: async (event: SQSEvent): Promise<SQSBatchResponse> => {
      const ended = exited.then(([, signal]) => {
        throw new Error(`The worker was ended by ${signal}.`)
      })
      child.send(event)
      const [outcome] = (await Promise.race([once(child, 'message'), ended])) as [SQSBatchResponse]
      return outcome
    },
    /** As by kill -9; settles when the process is gone. */
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
