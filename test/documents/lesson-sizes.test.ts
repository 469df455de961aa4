import { describe, expect, test } from 'vitest'
import { splitWithinLimits } from '../../src/documents/outline/chapter-limits.ts'
import { toOutlineLesson } from '../../src/documents/outline/outline-lesson.ts'
import { toTextBlock } from '../../src/documents/markdown/text-block.ts'
import { heading, paragraph, textNode } from '../../src/documents/markdown/block.ts'
import { courseLimits } from '../../src/lms/limits.ts'

const words = (count: number) => Array.from({ length: count }, (_, n) => `word${n % 97}`).join(' ')

const block = (node: Parameters<typeof toTextBlock>[0]['node']) => toTextBlock({ node, page: null }) ?? []

const title = (depth: number, text: string) => block(heading(depth, [textNode(text)]))

const text = (content: string) => block(paragraph([textNode(content)]))

/** Creates a section of `minutes` of reading, in paragraphs of half a minute. */
const section = (depth: number, name: string, minutes: number) => [
  title(depth, name),
  ...Array.from({ length: minutes * 2 }, () => text(words(100))),
]

const split = (...blocks: (ReturnType<typeof block> | ReturnType<typeof block>[])[]) =>
  splitWithinLimits(blocks.flat(2), 'A manual', true, courseLimits).map(({ title, lessons }) => ({
    title,
    lessons: lessons.map((lesson) => toOutlineLesson(lesson, courseLimits)),
  }))

const many = (count: number, minutes: number, depth = 2) =>
  Array.from({ length: count }, (_, at) => section(depth, `Entry ${at + 1}`, minutes)).flat()

describe('Sections', () => {
  test('joins small sections to lessons of three minutes, with their headings', () => {
    const [chapter] = split(title(1, 'Options'), many(12, 1), section(1, 'Other', 12))

    expect(chapter?.lessons.map(({ title }) => title)).toEqual([
      'Entry 1 – Entry 3',
      'Entry 4 – Entry 6',
      'Entry 7 – Entry 9',
      'Entry 10 – Entry 12',
    ])
    expect(chapter?.lessons[1]?.content.match(/^##.*$/gm)).toEqual(['## Entry 4', '## Entry 5', '## Entry 6'])
    expect(chapter?.lessons[1]?.sources.map(({ heading }) => heading)).toEqual([
      'Entry 4',
      'Entry 5',
      'Entry 6',
    ])
  })

  test('keeps sections of a good length as separate lessons', () => {
    const [chapter] = split(title(1, 'Options'), many(5, 4), section(1, 'Other', 5))

    expect(chapter?.lessons.map(({ title }) => title)).toEqual([
      'Entry 1',
      'Entry 2',
      'Entry 3',
      'Entry 4',
      'Entry 5',
    ])
  })

  test('keeps the sections of a short document as lessons, even small ones', () => {
    const [chapter] = split(title(1, 'Options'), section(2, 'One', 0.5), section(2, 'Two', 0.5))

    expect(chapter?.lessons.map(({ title }) => title)).toEqual(['One', 'Two'])
  })

  test('gives the only lesson of a chapter the title of the chapter', () => {
    const [, chapter] = split(section(1, 'First', 20), title(1, 'Annex'), many(3, 1))

    expect(chapter?.lessons.map(({ title }) => title)).toEqual(['Annex'])
    expect(chapter?.lessons[0]?.content).toContain('## Entry 3\n')
  })

  test('makes one chapter of many small sections at the highest level', () => {
    const chapters = split(many(30, 0.5, 1), section(2, 'Detail', 1))

    expect(chapters.map(({ title }) => title)).toEqual(['A manual'])
    expect(chapters[0]?.lessons.length).toBeLessThan(10)
  })
})

describe('Long sections', () => {
  test('splits a section at its subheadings, and keeps its own text as a lesson', () => {
    const [chapter] = split(
      section(1, 'Server', 1),
      section(2, 'Methods', 4),
      many(6, 4, 3),
      section(1, 'Other', 9),
    )

    const titles = chapter?.lessons.map(({ title }) => title)
    expect(titles).toEqual(['Server – Methods', ...[1, 2, 3, 4, 5, 6].map((n) => `Entry ${n}`)])
  })

  test('splits a section without headings into lessons of equal length', () => {
    const [chapter] = split(title(1, 'Story'), section(2, 'Night', 40), section(1, 'Other', 9))

    expect(chapter?.lessons.map(({ duration_minutes }) => duration_minutes)).toEqual([8, 8, 8, 8, 8])
    expect(chapter?.lessons[0]?.title).toBe('Night (1/5)')
  })

  test('does not split between a list and the line that announces it', () => {
    const before = Array.from({ length: 16 }, (_, at) =>
      text(`${words(99)} ${at % 2 ? 'end.' : 'as follows:'}`),
    )
    const [chapter] = split(title(1, 'Steps'), title(2, 'All'), before, before, section(1, 'Other', 9))

    for (const { content } of chapter?.lessons ?? []) expect(content).not.toMatch(/as follows:$/)
    expect(chapter?.lessons.length).toBeGreaterThan(1)
  })
})

test('Every lesson of a long manual takes 3 to 15 minutes', () => {
  const chapters = split(
    section(1, 'Overview', 2),
    many(7, 1),
    section(1, 'Reference', 1),
    many(90, 0.5),
    section(1, 'Theory', 35),
  )

  for (const { duration_minutes } of chapters.flatMap(({ lessons }) => lessons)) {
    expect(duration_minutes).toBeGreaterThanOrEqual(3)
    expect(duration_minutes).toBeLessThanOrEqual(15)
  }
})
