import { findTopDepth } from './headings.ts'
import type { Lesson } from './lessons.ts'
import type { TextBlock } from './text-block.ts'
import { asTitle, cutAtSpace } from './title.ts'

/** Where a lesson comes from: the page, slide or sheet, from 1, the heading above it, and words that it has. */
type OutlineSource = { page: number | null; heading: string | null; quote: string | null }
export type OutlineLesson = {
  title: string
  content: string
  duration_minutes: number
  sources: OutlineSource[]
}

const wordsPerMinute = 200
const eastAsianCharactersPerMinute = 400
const maxQuoteCharacters = 200
const minQuoteCharacters = 20
const maxSummaryCharacters = 300
const minSummaryCharacters = 60

/** The Markdown of a lesson: its headings begin at the second level, whatever they were. */
const toContent = (blocks: TextBlock[], maxCharacters: number): string => {
  const top = findTopDepth(blocks) ?? 1
  const texts = blocks.map(({ depth, markdown }) =>
    depth > 0 ? `${'#'.repeat(Math.min(6, depth - top + 2))} ${markdown}` : markdown,
  )
  return texts.join('\n\n').slice(0, maxCharacters)
}

const estimateMinutes = (words: string): number => {
  const eastAsian = words.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  const minutes = words.split(/\s+/).length / wordsPerMinute + eastAsian / eastAsianCharactersPerMinute
  return Math.max(1, Math.round(minutes))
}

/** The beginning of a text, cut between words and characters; the whole text when it is short enough. */
const shorten = (text: string, maxCharacters: number): { text: string; isCut: boolean } => {
  if (text.length <= maxCharacters) return { text, isCut: false }
  return { text: cutAtSpace(text, maxCharacters - 1).replace(/[\uD800-\uDBFF]$/, ''), isCut: true }
}

const isText = ({ depth, words, markdown }: TextBlock) =>
  depth === 0 && words !== '' && !/^[|`]/.test(markdown)

/** Words to recognise a lesson by: of its first longer text, else of whatever it begins with. */
const quote = (blocks: TextBlock[]): string | null => {
  const texts = blocks.filter(isText)
  const block = texts.find(({ words }) => words.length > minQuoteCharacters) ?? texts[0] ?? blocks[0]
  const { text } = shorten(block?.words ?? '', maxQuoteCharacters)
  return text.replace(/…$/, '') || null
}

/** A lesson as it stands in an outline, of at most so many characters. */
export const toOutlineLesson = (lesson: Lesson, maxCharacters: number): OutlineLesson => {
  const { title, heading, blocks } = lesson
  const page = lesson.page ?? blocks.find((block) => block.page !== null)?.page ?? null
  return {
    title: asTitle(title) ?? '…',
    content: toContent(blocks, maxCharacters),
    duration_minutes: estimateMinutes(blocks.map(({ words }) => words).join(' ')),
    sources: [{ page, heading, quote: quote(blocks) }],
  }
}

const isProse = ({ depth, words, markdown }: TextBlock) =>
  depth === 0 && words.length > minSummaryCharacters && /^[^|`\-#>!]/.test(markdown)

/** The first paragraph of lessons that says something, shortened. */
export const summarize = (lessons: Lesson[]): string | null => {
  const block = lessons.flatMap(({ blocks }) => blocks).find(isProse)
  if (!block) return null
  const { text, isCut } = shorten(block.words, maxSummaryCharacters)
  return isCut ? `${text}…` : text
}
