import { describe, expect, test } from 'vitest'
import { splitWithinLimits } from '../../src/documents/outline/chapter-limits.ts'
import type { LessonBlocks } from '../../src/documents/outline/lesson-sections.ts'
import { headingBlock } from '../../src/documents/markdown/text-block.ts'
import { UnreadableFile } from '../../src/documents/unreadable-file.ts'
import { courseLimits } from '../../src/lms/limits.ts'

/** Creates a book of chapters with ten lessons of 12,100 or 12,300 characters each. */
const bookOf = (chapters: number) =>
  Array.from({ length: chapters }, (_, chapter) => [
    headingBlock(1, `Chapter ${chapter}`, null),
    ...Array.from({ length: 10 }, (_, lesson) => [
      headingBlock(2, `Lesson ${chapter}.${lesson}`, null),
      headingBlock(0, 'x'.repeat(12_100 + 200 * (Math.floor(chapter / 40) % 2)), null),
    ]).flat(),
  ]).flat()

const split = (chapters: number, limits = courseLimits) =>
  splitWithinLimits(bookOf(chapters), 'A book', false, limits)

const lessonsOf = (chapters: number) => split(chapters).flatMap(({ lessons }) => lessons)

const blocksOf = ({ sections }: LessonBlocks) => sections.flatMap(({ blocks }) => blocks)

describe('A book that nearly fills a course', () => {
  const lessons = lessonsOf(200)

  test('fits into a course', () => {
    const sizes = lessons.map((lesson) =>
      blocksOf(lesson).reduce((sum, { markdown }) => sum + markdown.length, 0),
    )

    expect(lessons.length).toBeLessThanOrEqual(300)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(95_000)
  })

  test('keeps all text', () => {
    const texts = lessons.flatMap(blocksOf).filter(({ depth }) => depth === 0)

    expect(texts).toHaveLength(2_000)
  })
})

test('throws for a book larger than a course', () => {
  expect(() => split(260)).toThrow(UnreadableFile)
})

describe('Custom limits', () => {
  const limits = { maxChapters: 3, maxLessons: 20, maxLessonCharacters: 50_000, maxLessonSources: 10 }

  test('limits the number of chapters and lessons', () => {
    const chapters = split(5, limits)

    expect(chapters.length).toBeLessThanOrEqual(3)
    expect(chapters.flatMap(({ lessons }) => lessons).length).toBeLessThanOrEqual(20)
  })

  test('names the limits in the error for a longer text', () => {
    expect(() => split(10, limits)).toThrow('20 lessons of 50 000 characters')
  })
})
