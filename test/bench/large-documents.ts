import { setTimeout as sleep } from 'node:timers/promises'
import { inAttackedWorld } from '../attack/attacked-world.ts'
import { signedIn } from '../support/people.ts'
import { httpClient, type HttpClient } from './http-client.ts'
import type { Outcome } from './outcome.ts'
import { printTable } from './table.ts'

/** Maximum ratio of the time until a small page is found while something large is indexed, to the time without it. */
const maxTimes = 2

const lessonCount = 75
const lessonCharacters = 13_000
const pageCharacters = 1_000_000

/** Number of small pages before each large resource, and their maximum number while it is indexed. */
const quietPages = 15
const maxSmallPages = 60

/** Number of words in total; most texts contain the first ones. */
const vocabulary = 12_000

const wordOf = (n: number) => `${'bcdfghjklm'.charAt(n % 10)}e${n.toString(36)}ng`

/** Returns a text in which few words are frequent and most are rare; each seed gives other words. */
const textOf = (seed: number, characters: number) => {
  const words: string[] = []
  for (let n = 0, length = 0; length < characters; n++) {
    const word = wordOf(Math.floor(vocabulary * (((seed * 7_919 + n * 104_729) % 9_973) / 9_973) ** 2))
    words.push(n % 120 === 119 ? `${word}.\n\n` : word)
    length += word.length + 1
  }
  return words.join(' ')
}

const isFound = async (client: HttpClient, q: string) =>
  (await client<{ items: unknown[] }>('GET', `/search?q=${q}&limit=1`)).items.length > 0

let count = 0

/** Returns the milliseconds from creating a small page to the search that finds it. */
const waitForSmall = async (client: HttpClient, space_id: string): Promise<number> => {
  const word = `small${(count += 1)}`
  const from = performance.now()
  await client('POST', '/wiki/pages', { space_id, title: `Page ${count}`, content: `A few words, ${word}` })
  while (!(await isFound(client, word))) await sleep(20)
  return performance.now() - from
}

const medianOf = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN

/** Measures how long people wait until a small page is found, alone and while a megabyte of other texts is indexed. */
export const largeDocuments = async (): Promise<Outcome> => {
  const waits = { quiet: [] as number[], course: [] as number[], page: [] as number[] }
  const lasting: Record<string, number> = {}
  await inAttackedWorld(async ({ url, settle }) => {
    const [person, colleague] = [await signedIn(), await signedIn()]
    const [author, other] = [httpClient(url, person), httpClient(url, colleague)]
    const { id: space_id } = await other('POST', '/wiki/spaces', { name: 'Small' })
    const large = await author('POST', '/wiki/spaces', { name: 'Large' })
    for (let n = 0; n < 3; n++) await waitForSmall(other, space_id)

    const during = async (name: 'course' | 'page', make: () => Promise<unknown>) => {
      for (let n = 0; n < quietPages; n++) waits.quiet.push(await waitForSmall(other, space_id))
      await make()
      const from = performance.now()
      let isIndexed = false
      const indexed = settle().then(() => {
        isIndexed = true
        lasting[name] = (performance.now() - from) / 1_000
      })
      do waits[name].push(await waitForSmall(other, space_id))
      while (!isIndexed && waits[name].length < maxSmallPages)
      await indexed
    }
    await during('course', () =>
      author('POST', '/lms/courses/create', {
        title: 'Large',
        chapters: [
          {
            title: 'All',
            lessons: Array.from({ length: lessonCount }, (_, n) => ({
              title: `Lesson ${n}`,
              content: textOf(n, lessonCharacters),
            })),
          },
        ],
      }),
    )
    await during('page', () =>
      author('POST', '/wiki/pages', {
        space_id: large.id,
        title: 'Large',
        content: textOf(lessonCount, pageCharacters),
      }),
    )
  })
  const quiet = medianOf(waits.quiet)
  const timesOf = (times: number[]) => medianOf(times) / quiet
  printTable(
    `large-documents: until a small page is found, in ms (aim: median ≤ ${maxTimes} times quiet)`,
    ['while', 'small pages', 'median', 'longest', '÷ quiet', 'seconds until all of it is indexed'],
    Object.entries(waits).map(([name, times]) => [
      name,
      times.length,
      medianOf(times),
      Math.max(...times),
      timesOf(times),
      lasting[name] ?? 0,
    ]),
  )
  const most = Math.max(timesOf(waits.course), timesOf(waits.page))
  return { measured: `${most.toFixed(2)} times quiet`, isMet: most <= maxTimes }
}
