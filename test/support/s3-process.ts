import { spawn } from 'node:child_process'
import { once } from 'node:events'

const code = `
  import { startS3 } from ${JSON.stringify(new URL('../../infra/local/s3/server.ts', import.meta.url).href)}
  const { endpoint, stop } = await startS3(process.argv[1])
  console.log(endpoint)
  process.stdin.resume().once('end', async () => {
    await stop()
    console.log(process.resourceUsage().maxRSS * 1024)
  })
`

/** Starts the stand-in for S3 in a process of its own, which ends with this process. */
export const startS3Process = async (folder: string) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', code, folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  let said = ''
  child.stdout.on('data', (text) => (said += text))
  while (!said.includes('\n')) await Promise.race([once(child.stdout, 'data'), exited])
  const endpoint = said.trim()
  return {
    endpoint,
    /** Kills the process (kill -9). */
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    },
    /** Stops the process; returns its peak memory in bytes. */
    stop: async (): Promise<number> => {
      child.stdin.end()
      await exited
      return Number(said.slice(endpoint.length))
    },
  }
}
