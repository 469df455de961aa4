import { expect, test } from 'vitest'
import { splitWithinLimits } from '../../src/documents/chapter-limits.ts'
import { UnreadableFile } from '../../src/documents/unreadable-file.ts'
import { courseLimits } from '../../src/lms/course-limits.ts'

const part = (depth: number, words: string) => ({
  depth,
  words,
  markdown: words,
  page: null,
  isTitle: false,
  looksLikeHeading: false,
})

/** A book of so many chapters, each of ten lessons of 12 100 or 12 300 characters. */
const bookOf = (chapters: number) =>
  Array.from({ length: chapters }, (_, chapter) => [
    part(1, `Chapter ${chapter}`),
    ...Array.from({ length: 10 }, (_, lesson) => [
      part(2, `Lesson ${chapter}.${lesson}`),
      part(0, 'x'.repeat(12_100 + 200 * (Math.floor(chapter / 40) % 2))),
    ]).flat(),
  ]).flat()

const lessonsOf = (chapters: number) =>
  splitWithinLimits(bookOf(chapters), 'A book', false, courseLimits).flatMap(({ lessons }) => lessons)

test('A book that nearly fills a course fits into it, with all of its text', () => {
  const lessons = lessonsOf(200)

  const text = lessons.flatMap(({ blocks }) => blocks).filter(({ depth }) => depth === 0)
  expect(lessons.length).toBeLessThanOrEqual(300)
  expect(text).toHaveLength(2_000)
  for (const { blocks } of lessons)
    expect(blocks.reduce((sum, { markdown }) => sum + markdown.length, 0)).toBeLessThanOrEqual(95_000)
})

test('A book that is larger than a course does not', () => {
  expect(() => lessonsOf(260)).toThrow(UnreadableFile)
})
