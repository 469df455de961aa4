import { inAttackedWorld, type AttackedWorld } from '../attack/attacked-world.ts'
import { bombs } from '../bombs/bombs.ts'
import { signedIn } from '../support/people.ts'
import { httpClient, type HttpClient } from './http-client.ts'
import { beyondNoise, type Outcome } from './outcome.ts'
import { printTable } from './table.ts'

/** Ten of the slowest bombs for their readers, and how many of them are read concurrently for one person. */
const read = [
  'forms.pdf',
  'same-page.pdf',
  'overlapping.docx',
  'repeated-note.docx',
  'many-pictures.docx',
  'deep-lists.odt',
  'definitions.md',
  'long-definition.md',
  'paragraphs.txt',
  'repeated-columns.ods',
]
const perPerson = 3
/** Number of requests without bombs, as many as with them: the first thousands make the heap of the service grow. */
const quietRequests = 3_000

/** Maximum ratio of the times of /health and of a page, and maximum additional memory of the service in MB. */
const aims = { times: 5, megabytes: 100 }
/** Number of requests between checks of the service's memory. */
const requestsPerLook = 100
/** Time limit of a measurement, in milliseconds: some bombs last for the entire processor time of a reader. */
const maxMilliseconds = 60_000

const startReading = async (ask: HttpClient, name: string, bytes: Uint8Array): Promise<string> => {
  const made = await ask<{ file: { id: string }; upload: { url: string; headers: Record<string, string> } }>(
    'POST',
    '/files',
    { name, size: bytes.length },
  )
  const { url, headers } = made.upload
  await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  return (await ask('POST', '/lms/courses/from-file', { file_id: made.file.id })).id
}

/** Measures the duration of a call, even if it is refused because the service is busy. */
const measure = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  const isRefused = await work().then(
    () => false,
    () => true,
  )
  return { milliseconds: performance.now() - from, isRefused }
}

type Call = Awaited<ReturnType<typeof measure>>

const p99 = (calls: Call[]) => {
  const sorted = calls.map(({ milliseconds }) => milliseconds).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN
}

interface Measured {
  ask: HttpClient
  page: string
  state: AttackedWorld['state']
}

/**
 * Measures /health and a page while `isOn` returns true, in milliseconds at the 99th percentile, and the peak memory of
 * the service.
 */
const measureWhile = async ({ ask, page, state }: Measured, isOn: (requests: number) => Promise<boolean>) => {
  const [health, pages]: [Call[], Call[]] = [[], []]
  let rss = 0
  while (await isOn(health.length)) {
    if (health.length % requestsPerLook === 0) rss = Math.max(rss, (await state()).rss)
    health.push(await measure(() => ask('GET', '/health')))
    pages.push(await measure(() => ask('GET', page)))
  }
  const refused = [...health, ...pages].filter(({ isRefused }) => isRefused).length
  return { health: p99(health), page: p99(pages), requests: health.length, refused, megabytes: rss / 1e6 }
}

type Figures = Awaited<ReturnType<typeof measureWhile>>

const outcomeOf = (quiet: Figures, busy: Figures): Outcome => {
  const ratios = [
    { title: '/health', ratio: busy.health / quiet.health },
    { title: 'a page', ratio: busy.page / quiet.page },
  ]
  const more = busy.megabytes - quiet.megabytes
  printTable(
    `responsiveness: p99 in ms while ten bombs are read (aim: ≤ ${aims.times} times as long, ` +
      `≤ ${aims.megabytes} MB more, none refused); ${busy.refused} were refused`,
    ['', 'requests', 'quiet', 'bombs', 'times'],
    [
      ['/health', busy.requests, quiet.health, busy.health, busy.health / quiet.health],
      ['a page', busy.requests, quiet.page, busy.page, busy.page / quiet.page],
      ['MB of the service', busy.requests, quiet.megabytes, busy.megabytes, busy.megabytes / quiet.megabytes],
    ],
  )
  const measured = ratios.map(({ title, ratio }) => `${title} ${ratio.toFixed(1)} times`).join(', ')
  return {
    measured: `${measured}, ${more.toFixed(0)} MB more, ${busy.refused} refused`,
    isMet: busy.refused === 0 && ratios.every(({ ratio }) => ratio <= aims.times) && more <= aims.megabytes,
    broken: [
      ...beyondNoise(ratios, aims.times),
      ...(more <= aims.megabytes ? [] : [`The service has ${more.toFixed(0)} MB more while bombs are read.`]),
    ],
  }
}

/** Measures how much longer people wait for /health and a page while ten bombs are read. */
export const responsiveness = async (): Promise<Outcome> => {
  // creating bombs blocks this process, and its connections would be closed meanwhile
  const made = read.map((name) => bombs[name]?.make() ?? new Uint8Array())
  const outcome: Outcome = { measured: '', isMet: false }
  await inAttackedWorld(async ({ url, state }) => {
    const author = await signedIn()
    const ask = httpClient(url, author)
    const { id: space_id } = await ask('POST', '/wiki/spaces', { name: 'Quiet', slug: 'quiet' })
    const { id } = await ask('POST', '/wiki/pages', { space_id, title: 'Quiet', content: 'Words.' })
    const measured = { ask, page: `/wiki/pages/${id}`, state }
    await measureWhile(measured, async (requests) => requests < quietRequests)
    const quiet = await measureWhile(measured, async (requests) => requests < quietRequests)
    const people: HttpClient[] = []
    while (people.length * perPerson < read.length) people.push(httpClient(url, await signedIn()))
    const readers = read.map((name, at) => ({
      name,
      bytes: made[at] as Uint8Array,
      ask: people[Math.floor(at / perPerson)] as HttpClient,
    }))
    const open: { ask: HttpClient; id: string }[] = []
    for (const { name, bytes, ask } of readers) open.push({ ask, id: await startReading(ask, name, bytes) })
    const until = performance.now() + maxMilliseconds
    const isReading = async () => {
      const [first] = open
      const isOpen = ({ status }: { status: string }) => status === 'generating'
      const path = `/lms/courses/${first?.id}`
      if (first && !(await first.ask<{ status: string }>('GET', path).then(isOpen, () => true))) open.shift()
      return open.length > 0 && performance.now() < until
    }
    Object.assign(outcome, outcomeOf(quiet, await measureWhile(measured, isReading)))
  })
  return outcome
}
