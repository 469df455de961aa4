import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../infra/local/machine/free-port.ts'
import { timed } from './measures.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

const patience = 120_000

const answers = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Measures the milliseconds from `npm start` to the first response, and from the signal to the end of the process. */
const startOnce = async (dataDir: string) => {
  const port = await freePort()
  const from = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir },
    stdio: 'ignore',
    detached: true,
  })
  const end = once(child, 'exit')
  while (!(await answers(`http://127.0.0.1:${port}/api/v1/health`))) {
    if (child.exitCode !== null || performance.now() - from > patience) break
    await sleep(20)
  }
  const first = child.exitCode === null ? performance.now() - from : NaN
  const stop = await timed(async () => {
    if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGINT')
    await end
  })
  return { first, stop }
}

/** Measures `npm start` until the first response: with an empty data folder, and again with the same. */
export const start = async (): Promise<Outcome> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  const rows = []
  const seconds = []
  for (const name of ['on an empty folder', 'again', 'again']) {
    const { first, stop } = await startOnce(dataDir)
    seconds.push(first / 1000)
    rows.push([name, ...[first, stop].map((milliseconds) => (milliseconds / 1000).toFixed(1))])
  }
  rmSync(dataDir, { recursive: true })
  printTable('npm start, seconds (aim: first answer ≤ 10)', ['', 'first answer', 'stopped'], rows)
  const slowest = Math.max(...seconds)
  return { measured: `${slowest.toFixed(1)} s`, isMet: slowest <= 10 }
}
