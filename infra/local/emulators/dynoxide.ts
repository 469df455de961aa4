import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { tableFile } from '../machine/data-folder.ts'
import { freePort } from '../machine/free-port.ts'
import type { Running } from '../settings/emulator-endpoints.ts'

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

/** Time limit for the first response of a running emulator, in milliseconds: minutes on a busy machine. */
const startMilliseconds = 600_000

const answers = (endpoint: string) =>
  fetch(endpoint, { signal: AbortSignal.timeout(30_000) }).then(
    () => true,
    () => false,
  )

/**
 * Shell script that runs the emulator. The shell reads a pipe of this process: when this process ends, even by kill -9,
 * the pipe closes and the shell ends the emulator. The shell closes its own output, so that a crash of the emulator
 * closes the output too.
 */
const guard = '"$0" "$@" </dev/null & pid=$!; exec >&- 2>&-; cat >/dev/null; kill $pid; wait $pid'

/**
 * Adds an index to the emulator's stream records. The emulator scans all records of a table's stream at every write,
 * and never drops a record: after 40,000 changes a put takes 24 ms without this index, and 3 ms with it.
 */
const indexStream = (file: string) => {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec(
    'CREATE INDEX IF NOT EXISTS local_stream ON _stream_records (table_name, CAST(sequence_number AS INTEGER))',
  )
  database.close()
}

/**
 * Starts the embedded DynamoDB with a file under `dataDir`. Waits while the emulator runs without answering; throws if
 * it exits first.
 */
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
  let log = ''
  for (const output of [child.stdout, child.stderr])
    output.on('data', (text) => (log = (log + text).slice(-2_000)))
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
      throw new Error(`The embedded DynamoDB did not start: ${log.trim() || 'no answer'}`)
    }
    await sleep(20)
  }
  indexStream(file)
  return { endpoint, stop }
}
