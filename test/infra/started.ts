import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../infra/local/machine/free-port.ts'
import { takeTemporaryFolder } from '../../infra/local/machine/temporary-folder.ts'

/** Starts the service like a newcomer, on new data, and runs `npm run smoke` against it. */

const dataDir = takeTemporaryFolder()
const cwd = join(import.meta.dirname, '../..')
const env = { ...process.env, PORT: String(await freePort()), DATA_DIR: dataDir }
const service = spawn('npm', ['start'], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] })
const closed = once(service, 'close')

const ready = async () => {
  for await (const line of createInterface(service.stdout)) if (line.includes(' is ready')) return
  throw new Error('The service ended before it was ready.')
}

try {
  await ready()
  service.stdout.resume()
  const smoke = spawn('npm', ['run', '-s', 'smoke'], { cwd, env, stdio: 'inherit' })
  const [code] = (await once(smoke, 'close')) as [number | null]
  process.exitCode = code ?? 1
} finally {
  service.kill('SIGTERM')
  await closed
}
