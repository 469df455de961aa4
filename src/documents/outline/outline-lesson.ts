import { findTopDepth, type LessonBlocks, type LessonSection } from './lesson-sections.ts'
import { readingMinutes, type TextBlock } from '../markdown/text-block.ts'
import { asTitle, cutAtSpace } from '../title.ts'
import type { OutlineLimits } from './chapter-limits.ts'

/** Source of a lesson: the page, slide or sheet from 1, the heading, and a quote. */
type OutlineSource = { page: number | null; heading: string | null; quote: string | null }
export type OutlineLesson = {
  title: string
  content: string
  duration_minutes: number
  sources: OutlineSource[]
}

const maxQuoteCharacters = 200
const minQuoteCharacters = 20
const maxSummaryCharacters = 300
const minSummaryCharacters = 60

/** Returns the Markdown of a lesson; shifts its headings so that the highest one has the second level. */
const toContent = (blocks: TextBlock[], maxCharacters: number): string => {
  const top = findTopDepth(blocks) ?? 1
  const texts = blocks.map(({ depth, markdown }) =>
    depth > 0 ? `${'#'.repeat(Math.min(6, depth - top + 2))} ${markdown}` : markdown,
  )
  return texts.join('\n\n').slice(0, maxCharacters)
}

/** Truncates a text, if possible between words, and never between surrogates. */
const shorten = (text: string, maxCharacters: number): { text: string; isCut: boolean } => {
  if (text.length <= maxCharacters) return { text, isCut: false }
  return { text: cutAtSpace(text, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, ''), isCut: true }
}

const isTextBlock = ({ depth, words, markdown }: TextBlock) =>
  depth === 0 && words !== '' && !/^[|`]/.test(markdown)

/** Returns words that identify a lesson: the start of its first longer text, or else of its first block. */
const quote = (blocks: TextBlock[]): string | null => {
  const texts = blocks.filter(isTextBlock)
  const block = texts.find(({ words }) => words.length > minQuoteCharacters) ?? texts[0] ?? blocks[0]
  const { text } = shorten(block?.words ?? '', maxQuoteCharacters)
  return text.replace(/…$/, '') || null
}

const toSource = ({ heading, head, blocks }: LessonSection): OutlineSource => {
  const page = head?.page ?? blocks.find((block) => block.page !== null)?.page ?? null
  return { page, heading, quote: quote(blocks) }
}

/** Returns the blocks of a lesson with the headings of its sections, but without its title. */
export const shownBlocks = ({ title, sections }: LessonBlocks): TextBlock[] =>
  sections.flatMap(({ above = [], head, blocks }) => {
    const isTitle = sections.length === 1 || head?.words === title
    return [...above, ...(head && !isTitle ? [head] : []), ...blocks]
  })

/** Converts a lesson for an outline; truncates its content and sources to the limits. */
export const toOutlineLesson = (lesson: LessonBlocks, limits: OutlineLimits): OutlineLesson => {
  const blocks = shownBlocks(lesson)
  const minutes = readingMinutes(blocks.map(({ words }) => words).join(' '))
  return {
    title: asTitle(lesson.title) ?? '…',
    content: toContent(blocks, limits.maxLessonCharacters),
    duration_minutes: Math.max(1, Math.round(minutes)),
    sources: lesson.sections.slice(0, limits.maxLessonSources).map(toSource),
  }
}

const isProse = ({ depth, words, markdown }: TextBlock) =>
  depth === 0 && words.length > minSummaryCharacters && /^[^|`\-#>!]/.test(markdown)

/** Returns the start of the first paragraph of prose in lessons, or null if there is none. */
export const summarize = (lessons: LessonBlocks[]): string | null => {
  const blocks = lessons.flatMap(({ sections }) => sections.flatMap(({ blocks }) => blocks))
  const block = blocks.find(isProse)
  if (!block) return null
  const { text, isCut } = shorten(block.words, maxSummaryCharacters)
  return isCut ? `${text}…` : text
}
