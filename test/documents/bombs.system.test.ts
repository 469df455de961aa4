import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outlineInProcess } from '../../src/documents/process/document-process.ts'
import type { OutlineOptions } from '../../src/documents/outline/outline.ts'
import { ReaderDied, UnreadableFile } from '../../src/documents/unreadable-file.ts'
import { courseLimits } from '../../src/lms/course/limits.ts'
import { bombs } from '../bombs/bombs.ts'
import type { Bomb } from '../bombs/bomb.ts'

let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bombs-'))
})

afterAll(() => rm(folder, { recursive: true }))

const outcomeOf = async (name: string, { make }: Bomb, options: Partial<OutlineOptions> = {}) => {
  const path = join(folder, name)
  await writeFile(path, make())
  return outlineInProcess({ path, name }, { limits: courseLimits, ...options }).catch(
    (error: unknown) => error,
  )
}

/** Each of these keeps a processor busy for 5 to 30 s: they are tried with BOMBS=all. */
const slow = [
  'same-page.pdf',
  'images.pdf',
  'many-pictures.docx',
  'overlapping.docx',
  'bomb.docx',
  'many-entries.docx',
  'same-page.epub',
  'definitions.md',
  'spaces.odt',
  'heading-number.odt',
  'many-pages.epub',
  'long-definition.md',
  'alternating-runs.docx',
  'repeated-note.docx',
  'deep-contents.epub',
  'table-square.docx',
  'nested.docx',
  'same-marks.docx',
  'hidden-widths.pdf',
]
const isTried = (name: string) => process.env['BOMBS'] === 'all' || !slow.includes(name)

/** Of the others every third is tried, and all with BOMBS=all. */
const isTurnOf = (index: number) => process.env['BOMBS'] === 'all' || index % 3 === 0

const named = (ends: (bomb: Bomb) => boolean) =>
  Object.entries(bombs).filter(([name, bomb], index) => isTried(name) && isTurnOf(index) && ends(bomb))

describe('A bomb', () => {
  test.each(named(({ ends }) => ends instanceof RegExp))('%s ends in a sentence', async (name, bomb) => {
    const outcome = await outcomeOf(name, bomb)

    expect(outcome).toBeInstanceOf(UnreadableFile)
    expect(outcome).toMatchObject({ message: expect.stringMatching(bomb.ends as RegExp) as string })
  })

  test.each(named(({ ends }) => ends === 'a course'))('%s is a document like others', async (name, bomb) => {
    expect(await outcomeOf(name, bomb)).toMatchObject({ title: expect.any(String) as string })
  })

  test.each(Object.entries(bombs))('%s is described in test/README.md', async (name, { how }) => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8')

    expect(readme.replace(/\s+/g, ' ')).toContain(`\`${name}\`: ${how}`)
  })
})

/** The processes that this one has started, for whichever file of tests: a bundler may be among them. */
const children = () =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

describe('The process of a reader', () => {
  const busy = bombs['same-page.pdf'] as Bomb
  const path = () => join(folder, 'slow.pdf')
  const options = { limits: courseLimits }
  const enough = { heapMegabytes: 896, dataMegabytes: 2_200, cpuSeconds: 120 }

  beforeAll(() => writeFile(path(), busy.make()))

  test.each([
    ['time of a processor', { cpuSeconds: 1 }, 'Reading the file takes more time than is allowed.'],
    ['objects', { heapMegabytes: 16 }, 'Reading the file takes more memory than is allowed.'],
    ['buffers', { dataMegabytes: 640 }, 'Reading the file takes more memory than is allowed.'],
  ])('is ended by its limit of %s, for good', async (_, limit, sentence) => {
    const outcome = outlineInProcess({ path: path(), name: 'slow.pdf' }, options, { ...enough, ...limit })

    await expect(outcome).rejects.toThrow(new UnreadableFile('too_complex', sentence))
  })

  test('is ended when nobody is waiting for it', async () => {
    const ending = new AbortController()
    const own = { ...options, signal: ending.signal, onProgress: () => ending.abort() }

    const outcome = outlineInProcess({ path: path(), name: 'slow.pdf' }, own)

    await expect(outcome).rejects.toThrow(ending.signal.reason as Error)
  })

  test('is started again by the next delivery when it was killed for another reason', async () => {
    const others = new Set(children())
    const readers = () => children().filter((pid) => !others.has(pid))
    const kill = () => readers().forEach((pid) => process.kill(pid, 'SIGKILL'))

    const outcome = outlineInProcess({ path: path(), name: 'slow.pdf' }, { ...options, onProgress: kill })

    await expect(outcome).rejects.toThrow(ReaderDied)
  })

  test('dies of a single array that is larger than its memory, and takes nobody along', async () => {
    const outcome = await outcomeOf('hidden-widths.pdf', bombs['hidden-widths.pdf'] as Bomb)

    expect(outcome).toBeInstanceOf(UnreadableFile)
  })
})
