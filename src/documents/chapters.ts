import { sumCharacters } from './groups.ts'
import { findTopDepth, splitAtHeadings } from './headings.ts'
import {
  splitBySize,
  splitByWords,
  splitIntoLessons,
  splitSection,
  type Label,
  type Lesson,
  type LessonSizes,
} from './lessons.ts'
import type { TextBlock } from './text-block.ts'

export type Chapter = { title: string; lessons: Lesson[] }

/** A text before the first heading is no lesson of its own up to this length. */
const maxShortLeadCharacters = 400
const lessonsPerChapter = 10

/** The lessons of sections; a heading with nothing below it goes into the lesson that follows, or the one before. */
const lessonsOfSections = (sections: TextBlock[][], sizes: LessonSizes): Lesson[] => {
  const lessons: Lesson[] = []
  let bareHeadings: TextBlock[] = []
  for (const section of sections)
    for (const [at, lesson] of splitSection(section, sizes).entries())
      if (at === 0 && lesson.blocks.length === 0) bareHeadings.push(...section.slice(0, 1))
      else {
        lessons.push({ ...lesson, blocks: [...bareHeadings, ...lesson.blocks] })
        bareHeadings = []
      }
  lessons.at(-1)?.blocks.push(...bareHeadings)
  const [head] = bareHeadings
  if (lessons.length > 0 || !head) return lessons
  return [{ title: head.words, heading: head.words, blocks: bareHeadings }]
}

const toChapter = (blocks: TextBlock[], sizes: LessonSizes, label: Label): Chapter => {
  const { title } = label
  const top = findTopDepth(blocks)
  if (top === undefined) {
    const isOneLesson = sumCharacters(blocks) <= sizes.maxCharacters / 2
    const split = isOneLesson ? splitIntoLessons : splitBySize
    return { title, lessons: split(blocks, sizes, label) }
  }
  const { lead, sections } = splitAtHeadings(blocks, top)
  const lessons = lessonsOfSections(sections, sizes)
  if (lead.length > 0 && sumCharacters(lead) <= maxShortLeadCharacters && lessons[0])
    lessons[0].blocks.unshift(...lead)
  else lessons.unshift(...splitIntoLessons(lead, sizes, label))
  return { title, lessons }
}

/** A document without any heading: chapters of about ten lessons each. */
const splitWithoutHeadings = (blocks: TextBlock[], title: string, sizes: LessonSizes): Chapter[] => {
  const lessons = splitByWords(blocks, sizes, title)
  if (lessons.length === 0) return []
  if (lessons.length <= lessonsPerChapter * 1.5) return [{ title, lessons }]
  const count = Math.ceil(lessons.length / lessonsPerChapter)
  const each = Math.ceil(lessons.length / count)
  return Array.from({ length: count }, (_, at) => lessons.slice(at * each, (at + 1) * each))
    .filter((group) => group.length > 0)
    .map((group) => ({ title: group[0]?.title ?? title, lessons: group }))
}

/** A chapter of each section; a heading with nothing below it goes into the chapter that follows, or the last one. */
const chaptersOfSections = (
  sections: TextBlock[][],
  sizes: LessonSizes,
  { chapters, lead, title }: { chapters: Chapter[]; lead: TextBlock[]; title: string },
): Chapter[] => {
  let waiting = lead
  for (const [head, ...rest] of sections) {
    if (!head) continue
    if (rest.length === 0) {
      waiting.push(head)
      continue
    }
    const chapter = toChapter(rest, sizes, { title: head.words, heading: head.words })
    chapter.lessons[0]?.blocks.unshift(...waiting)
    chapters.push(chapter)
    waiting = []
  }
  chapters
    .at(-1)
    ?.lessons.at(-1)
    ?.blocks.push(...waiting)
  const [head] = waiting
  if (chapters.length > 0 || !head) return chapters
  return [{ title, lessons: [{ title: head.words, heading: head.words, blocks: waiting }] }]
}

/**
 * Chapters and lessons by the levels that a document really uses: its highest makes chapters, the next below, whichever
 * it is in each of them, makes lessons. Where a title stands above a single level, that level makes lessons.
 */
export const splitIntoChapters = (
  blocks: TextBlock[],
  title: string,
  hasTitle: boolean,
  sizes: LessonSizes,
): Chapter[] => {
  const top = findTopDepth(blocks)
  if (top === undefined) return splitWithoutHeadings(blocks, title, sizes)
  const depths = new Set(blocks.map(({ depth }) => depth).filter((depth) => depth > 0))
  const whole = { title, heading: null }
  if (depths.size === 1 && (hasTitle || top > 1)) return [toChapter(blocks, sizes, whole)]
  const { lead, sections } = splitAtHeadings(blocks, top)
  const hasText = sections.some((section) => section.length > 1)
  if (hasText && sumCharacters(lead) <= maxShortLeadCharacters)
    return chaptersOfSections(sections, sizes, { chapters: [], lead, title })
  const chapters = lead.length > 0 ? [toChapter(lead, sizes, whole)] : []
  return chaptersOfSections(sections, sizes, { chapters, lead: [], title })
}
