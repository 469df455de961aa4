import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { tableFile } from './data-folder.ts'
import { freePort } from './free-port.ts'

/** A thing that runs until it is stopped. */
export interface Running {
  endpoint: string
  stop: () => Promise<void>
}

const binary = (): string => {
  const name = `@dynoxide/${process.platform}-${process.arch}`
  try {
    return createRequire(import.meta.url).resolve(
      `${name}/dynoxide${process.platform === 'win32' ? '.exe' : ''}`,
    )
  } catch {
    throw new Error(
      `There is no embedded DynamoDB for ${process.platform} ${process.arch} (the package ${name} is not installed). ` +
        'Start one by "docker run -dp 8000:8000 amazon/dynamodb-local", and set ' +
        'AWS_ENDPOINT_URL_DYNAMODB=http://127.0.0.1:8000 (infra/local/README.md, "Other machines").',
    )
  }
}

/** How long an emulator that runs may take until it answers, in milliseconds: minutes, where a machine is busy. */
const startMilliseconds = 600_000

const answers = (endpoint: string) =>
  fetch(endpoint, { signal: AbortSignal.timeout(30_000) }).then(
    () => true,
    () => false,
  )

/**
 * A shell holds our pipe: when this process ends, even by kill -9, the pipe closes and the shell ends the emulator. Its
 * output closes with the emulator, so a crash is seen too.
 */
const guard = '"$0" "$@" </dev/null & pid=$!; exec >&- 2>&-; cat >/dev/null; kill $pid; wait $pid'

/**
 * The emulator looks through all records of a table's stream at every write and never drops one: without this index a
 * put takes 24 ms after 40 000 changes, with it 3 ms.
 */
const indexStream = (file: string) => {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec(
    'CREATE INDEX IF NOT EXISTS local_stream ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  )
  database.close()
}

/** The embedded DynamoDB, in a file below `dataDir`. Waits while it runs; throws when it ends instead of answering. */
export const startDynoxide = async (dataDir: string, attempt = 1): Promise<Running> => {
  const port = await freePort()
  const endpoint = `http://127.0.0.1:${port}`
  mkdirSync(dataDir, { recursive: true })
  const file = join(dataDir, tableFile)
  const options = ['--port', String(port), '--db-path', file]
  const child =
    process.platform === 'win32'
      ? spawn(binary(), options, { stdio: ['pipe', 'pipe', 'pipe'] })
      : spawn('/bin/sh', ['-c', guard, binary(), ...options], {
          stdio: ['pipe', 'pipe', 'pipe'],
          detached: true,
        })
  let said = ''
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text) => (said = (said + text).slice(-2_000)))
  let ended = false
  const end = new Promise<void>((resolve) => child.stderr.once('close', () => ((ended = true), resolve())))
  const stop = async () => {
    if (process.platform === 'win32') child.kill()
    child.stdin.end()
    await end
  }
  const deadline = Date.now() + startMilliseconds
  while (!(await answers(endpoint))) {
    if (ended && attempt < 3) return startDynoxide(dataDir, attempt + 1)
    if (ended || Date.now() > deadline) {
      await stop()
      throw new Error(`The embedded DynamoDB did not start: ${said.trim() || 'no answer'}`)
    }
    await sleep(20)
  }
  indexStream(file)
  return { endpoint, stop }
}
