import { inAttackedWorld } from '../attack/attacked-world.ts'
import { bombs } from '../bombs/bombs.ts'
import { signedIn } from '../support/people.ts'
import { httpClient, type HttpClient } from './http-client.ts'
import { printTable } from './table.ts'

/** Ten of the bombs that take their readers longest, and how many of them one person has read at once. */
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
const quietRequests = 300

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

const measure = async (work: () => Promise<unknown>): Promise<number> => {
  const from = performance.now()
  await work()
  return performance.now() - from
}

const p99 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN

/** How long /health and a page take while `isOn` says so, in milliseconds at the 99th percentile. */
const measureWhile = async (ask: HttpClient, page: string, isOn: (requests: number) => Promise<boolean>) => {
  const [health, pages]: [number[], number[]] = [[], []]
  while (await isOn(health.length)) {
    health.push(await measure(() => ask('GET', '/health')))
    pages.push(await measure(() => ask('GET', page)))
  }
  return { health: p99(health), page: p99(pages), requests: health.length }
}

/** How much longer people wait for /health and a page while ten bombs are read. */
export const responsiveness = () => {
  // making them blocks this process, whose connections would be closed meanwhile
  const made = read.map((name) => bombs[name]?.make() ?? new Uint8Array())
  return inAttackedWorld(async ({ url }) => {
    const author = await signedIn()
    const ask = httpClient(url, author)
    const { id: space_id } = await ask('POST', '/wiki/spaces', { name: 'Quiet', slug: 'quiet' })
    const { id } = await ask('POST', '/wiki/pages', { space_id, title: 'Quiet', content: 'Words.' })
    const page = `/wiki/pages/${id}`
    await measureWhile(ask, page, async (requests) => requests < quietRequests)
    const quiet = await measureWhile(ask, page, async (requests) => requests < quietRequests)
    const people: HttpClient[] = []
    while (people.length * perPerson < read.length) people.push(httpClient(url, await signedIn()))
    const readers = read.map((name, at) => ({
      name,
      bytes: made[at] as Uint8Array,
      ask: people[Math.floor(at / perPerson)] as HttpClient,
    }))
    const open: { ask: HttpClient; id: string }[] = []
    for (const { name, bytes, ask } of readers) open.push({ ask, id: await startReading(ask, name, bytes) })
    const isReading = async () => {
      const [first] = open
      if (
        first &&
        (await first.ask<{ status: string }>('GET', `/lms/courses/${first.id}`)).status !== 'generating'
      )
        open.shift()
      return open.length > 0
    }
    const busy = await measureWhile(ask, page, isReading)
    printTable(
      'responsiveness: p99 in ms while ten bombs are read (aim: /health and a page ≤ 5 times as long)',
      ['', 'requests', 'quiet', 'bombs', 'times'],
      [
        ['/health', busy.requests, quiet.health, busy.health, busy.health / quiet.health],
        ['a page', busy.requests, quiet.page, busy.page, busy.page / quiet.page],
      ],
    )
  })
}
