import pMap from 'p-map'
import { setTimeout as sleep } from 'node:timers/promises'
import { inAttackedWorld } from '../attack/attacked-world.ts'
import { signedIn } from '../support/people.ts'
import { httpClient, type HttpClient } from './http-client.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

const pageCount = 1_000
const wordsPerPage = 300

/** Number of words; most pages contain the first ones. */
const vocabulary = 5_000

/** Number of pages that are written concurrently. */
const importers = 4

/** Maximum wait of people, in milliseconds. */
const maxMilliseconds = 2_000

const wordOf = (n: number) => `${'bcdfghjklm'.charAt(n % 10)}a${n.toString(36)}ng`

const pageOf = (page: number) =>
  Array.from({ length: wordsPerPage }, (_, n) =>
    wordOf(Math.floor(vocabulary * (((page * 7_919 + n * 104_729) % 9_973) / 9_973) ** 3)),
  ).join(' ')

/** Assigns a task, and returns the time until its assignee is notified, in milliseconds. */
export const timeToNotification = async (
  author: HttpClient,
  reader: HttpClient,
  project_id: string,
  reader_id: string,
) => {
  const from = performance.now()
  const { id } = await author('POST', `/task/projects/${project_id}/tasks`, {
    title: 'Read this',
    assignee_ids: [reader_id],
  })
  const isTold = async () => {
    const path = '/lms/notifications?type=task_assigned&limit=5'
    const { items } = await reader<{ items: { resource: { id: string } }[] }>('GET', path)
    return items.some(({ resource }) => resource.id === id)
  }
  while (!(await isTold())) await sleep(50)
  return performance.now() - from
}

/** Measures how long people wait for the notification of a change while pages are imported and indexed. */
export const news = async (): Promise<Outcome> => {
  const waits: { importing: number[]; indexing: number[] } = { importing: [], indexing: [] }
  await inAttackedWorld(async ({ url }) => {
    const [person, colleague] = [await signedIn(), await signedIn()]
    const [author, reader] = [httpClient(url, person), httpClient(url, colleague)]
    const { id: space_id } = await author('POST', '/wiki/spaces', { name: 'Imported' })
    const { id: project_id } = await author('POST', '/task/projects', { name: 'Work' })
    let left = pageCount
    const importing = pMap(
      Array.from({ length: pageCount }, (_, page) => page),
      async (page) => {
        const content = `${pageOf(page)} imported${page}`
        await author('POST', '/wiki/pages', { space_id, title: `Page ${page}`, content })
        left -= 1
      },
      { concurrency: importers },
    )
    const isFound = async () => {
      const { items } = await author<{ items: unknown[] }>('GET', `/search?q=imported${pageCount - 1}`)
      return items.length > 0
    }
    do {
      const isImporting = left > 0
      waits[isImporting ? 'importing' : 'indexing'].push(
        await timeToNotification(author, reader, project_id, colleague.id),
      )
    } while (left > 0 || !(await isFound()))
    await importing
  })
  const rows = Object.entries(waits).map(([phase, times]) => {
    const sorted = times.toSorted((a, b) => a - b)
    return [
      phase,
      times.length,
      sorted[Math.floor(sorted.length / 2)] ?? Number.NaN,
      sorted.at(-1) ?? Number.NaN,
    ]
  })
  printTable(
    `news: from a task to its notification while ${pageCount} pages are imported, in ms (aim: ≤ ${maxMilliseconds})`,
    ['while', 'tasks', 'median', 'longest'],
    rows,
  )
  const longest = Math.max(...waits.importing, ...waits.indexing)
  return { measured: `at most ${Math.round(longest)} ms`, isMet: longest <= maxMilliseconds }
}
