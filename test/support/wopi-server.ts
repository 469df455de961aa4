import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const source = join(import.meta.dirname, '../../src/wopi/server.ts')

/** Starts the document server in a process of its own, in the world of this test file. */
export const startWopiServer = async (variables: Record<string, string> = {}, entry = source) => {
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, PORT: '0', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines: string[] = []
  const exited = once(child, 'exit') as Promise<[number | null]>
  const port = await new Promise<number>((resolve, reject) => {
    void exited.then(([code]) => reject(new Error(`The server ended with ${code}.`)))
    createInterface(child.stdout).on('line', (line) => {
      lines.push(line)
      const said = JSON.parse(line) as { message: string; port: number }
      if (said.message === 'document server listening') resolve(said.port)
    })
  })
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => lines.join('\n'),
    /** Returns its peak memory in bytes. */
    peakMemory: () =>
      Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    /** Terminates the server; returns its exit code. */
    stop: async () => {
      child.kill('SIGTERM')
      return (await exited)[0]
    },
    /** Ends the server without letting it finish its requests. */
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
  }
}
