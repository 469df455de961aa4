import { setTimeout as sleep } from 'node:timers/promises'
import { inAttackedWorld } from '../attack/attacked-world.ts'
import { putBytes } from '../support/given-file.ts'
import { signedIn } from '../support/people.ts'
import { spread } from './measures.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

const uploadsMade = 20
const aimMilliseconds = 2_000
const patienceMilliseconds = 60_000

interface Shown {
  status: string
  text_status: string
}

interface Begun {
  file: { id: string }
  upload: { url: string; headers: Record<string, string> }
}

/** Returns the milliseconds from `since` until a condition holds. */
const untilHolds = async (since: number, holds: () => Promise<boolean>): Promise<number> => {
  while (!(await holds())) {
    if (performance.now() - since > patienceMilliseconds) return NaN
    await sleep(20)
  }
  return performance.now() - since
}

/**
 * Measures the time from a file's last byte until it is ready, can be found by its name, has its text, and can be found
 * by a word of the text; no client completes the upload. Uploads one file at a time.
 */
export const uploads = async (): Promise<Outcome> => {
  const times = {
    ready: [] as number[],
    found: [] as number[],
    text: [] as number[],
    foundByText: [] as number[],
  }
  await inAttackedWorld(async ({ url }) => {
    const { token } = await signedIn()
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
    const ask = (path: string, options: RequestInit = {}) =>
      fetch(`${url}/api/v1${path}`, { headers, ...options })
    const finds = async (word: string) =>
      ((await (await ask(`/search?q=${word}`)).json()) as { items: unknown[] }).items.length > 0
    for (let n = 0; n < uploadsMade; n += 1) {
      const [named, said] = [`fennel${n}x`, `tarragon${n}x`]
      const text = `# ${said}\n\n${'A sentence of the report. '.repeat(200)}`
      const body = JSON.stringify({ name: `${named}.md`, size: Buffer.byteLength(text) })
      const { file, upload } = (await (await ask('/files', { method: 'POST', body })).json()) as Begun
      await putBytes(upload, text)
      const since = performance.now()
      const read = async () => (await (await ask(`/files/${file.id}`)).json()) as Shown
      const [ready, found, made, foundByText] = await Promise.all([
        untilHolds(since, async () => (await read()).status === 'ready'),
        untilHolds(since, () => finds(named)),
        untilHolds(since, async () => (await read()).text_status === 'ready'),
        untilHolds(since, () => finds(said)),
      ])
      if (n === 0) continue // the first run loads the code
      times.ready.push(ready)
      times.found.push(found)
      times.text.push(made)
      times.foundByText.push(foundByText)
    }
  })
  printTable(
    `uploads: ms from the last byte of a file of 5 kB (aim: ready and found ≤ ${aimMilliseconds})`,
    ['until', 'median (least–p95)'],
    [
      ['it is ready', spread(times.ready, 0)],
      ['it is found by its name', spread(times.found, 0)],
      ['it has its text', spread(times.text, 0)],
      ['it is found by a word of its text', spread(times.foundByText, 0)],
    ],
  )
  const slowest = Math.max(...times.ready, ...times.found)
  return { measured: `${Math.round(slowest)} ms at most`, isMet: slowest <= aimMilliseconds }
}
