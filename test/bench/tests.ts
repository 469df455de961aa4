import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { timed } from './measures.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

/** Measures how long all tests take on this machine, including its other work. */
export const tests = async (): Promise<Outcome> => {
  let status: number | null = null
  const cwd = join(import.meta.dirname, '../..')
  const env = { ...process.env, BENCH: undefined }
  const milliseconds = await timed(async () => {
    status = spawnSync('npm', ['test'], { cwd, env, stdio: 'ignore' }).status
  })
  const minutes = (milliseconds / 60_000).toFixed(1)
  const how = status === 0 ? 'all passed' : 'some failed'
  printTable('npm test (aim: ≤ 3 min)', ['minutes', ''], [[minutes, how]])
  return { measured: `${minutes} min, ${how}`, isMet: status === 0 && milliseconds <= 180_000 }
}
