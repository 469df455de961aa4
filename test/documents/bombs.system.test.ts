import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { outlineInProcess } from '../../src/documents/process/document-process.ts'
import type { OutlineOptions } from '../../src/documents/outline/outline.ts'
import { ReaderDied, UnreadableFile } from '../../src/documents/unreadable-file.ts'
import { courseLimits } from '../../src/lms/limits.ts'
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

/** Bombs that keep a processor busy for 5 to 30 s; tests read them only with BOMBS=all. */
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

/** Selects every third of the other bombs, or all of them with BOMBS=all. */
const isTurnOf = (index: number) => process.env['BOMBS'] === 'all' || index % 3 === 0

const named = (ends: (bomb: Bomb) => boolean) =>
  Object.entries(bombs).filter(([name, bomb], index) => isTried(name) && isTurnOf(index) && ends(bomb))

describe('Bombs', () => {
  test.each(named(({ ends }) => ends instanceof RegExp))('rejects %s with a sentence', async (name, bomb) => {
    const outcome = await outcomeOf(name, bomb)

    expect(outcome).toBeInstanceOf(UnreadableFile)
    expect(outcome).toMatchObject({ message: expect.stringMatching(bomb.ends as RegExp) as string })
  })

  test.each(named(({ ends }) => ends === 'a course'))('reads %s like other documents', async (name, bomb) => {
    expect(await outcomeOf(name, bomb)).toMatchObject({ title: expect.any(String) as string })
  })
})

/** Returns the IDs of all child processes, even those of other test files, such as a bundler. */
const children = () =>
  readdirSync('/proc/self/task').flatMap((thread) =>
    readFileSync(`/proc/self/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

describe('Reader processes', () => {
  const busy = bombs['same-page.pdf'] as Bomb
  const path = () => join(folder, 'slow.pdf')
  const options = { limits: courseLimits }
  const enough = { heapMegabytes: 896, dataMegabytes: 2_200, cpuSeconds: 120 }

  beforeAll(() => writeFile(path(), busy.make()))

  test.each([
    ['time of a processor', { cpuSeconds: 1 }, 'Reading the file takes more time than is allowed.'],
    ['objects', { heapMegabytes: 16 }, 'Reading the file takes more memory than is allowed.'],
    ['buffers', { dataMegabytes: 640 }, 'Reading the file takes more memory than is allowed.'],
  ])('stops a reader for good at its limit of %s', async (_, limit, sentence) => {
    const outcome = outlineInProcess({ path: path(), name: 'slow.pdf' }, options, { ...enough, ...limit })

    await expect(outcome).rejects.toThrow(new UnreadableFile('too_complex', sentence))
  })

  test('stops a reader when its caller aborts', async () => {
    const ending = new AbortController()
    const own = { ...options, signal: ending.signal, onProgress: () => ending.abort() }

    const outcome = outlineInProcess({ path: path(), name: 'slow.pdf' }, own)

    await expect(outcome).rejects.toThrow(ending.signal.reason as Error)
  })

  test('rejects with ReaderDied, so that a delivery retries, if a reader is killed for another reason', async () => {
    const others = new Set(children())
    const readers = () => children().filter((pid) => !others.has(pid))
    const kill = () => readers().forEach((pid) => process.kill(pid, 'SIGKILL'))

    const outcome = outlineInProcess({ path: path(), name: 'slow.pdf' }, { ...options, onProgress: kill })

    await expect(outcome).rejects.toThrow(ReaderDied)
  })

  test('survives a reader that dies of a single array larger than its memory', async () => {
    const outcome = await outcomeOf('hidden-widths.pdf', bombs['hidden-widths.pdf'] as Bomb)

    expect(outcome).toBeInstanceOf(UnreadableFile)
  })
})
