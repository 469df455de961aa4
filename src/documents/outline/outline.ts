import { detectLanguage } from '../../language/detection.ts'
import { noSkip } from '../markdown/block.ts'
import { splitWithinLimits, tooMuchText, type OutlineLimits } from './chapter-limits.ts'
import type { ChapterBlocks } from './chapters.ts'
import { findFileKind } from '../file-kind.ts'
import { Images, type Image } from '../images.ts'
import { linkLessons, locatePlaces } from './lesson-links.ts'
import { LinkedText } from './linked-text.ts'
import { summarize, toOutlineLesson, type OutlineLesson } from './outline-lesson.ts'
import { readDocument, type DocumentSource } from '../reader.ts'
import { hasWords, promoteBoldLines, type TextBlock } from '../markdown/text-block.ts'
import { asTitle, titleFromFileName } from '../title.ts'
import { toUnreadable, UnreadableFile } from '../unreadable-file.ts'

type Text = ReturnType<LinkedText['end']>

type OutlineChapter = { title: string; summary: string | null; lessons: OutlineLesson[] }

/**
 * The outline of a document. Images are `![alt](image:0)` in the Markdown of lessons, by their index in `images`. Links
 * within the document are `[words](lesson:0)` or `[words](lesson:0#heading)`, by the index of the lesson among all
 * lessons.
 */
export type Outline = { title: string; language: string; chapters: OutlineChapter[]; images: Image[] }

export type OutlineOptions = {
  limits: OutlineLimits
  /** BCP 47 tag of the language, if known. */
  language?: string | null
  /** Receives the stage and the percentage, which never decreases. */
  onProgress?: (stage: string, percent: number) => void
  signal?: AbortSignal
}

/** Percentages: start and end of reading, start of splitting, end. */
const progressAt = { start: 1, read: 85, split: 88, end: 100 }
const maxLanguageBlocks = 200
const minLanguageCharacters = 30

const requireText = (blocks: TextBlock[], { name, content_type }: DocumentSource) => {
  if (hasWords(blocks)) return
  if (findFileKind(name, content_type) !== 'pdf') throw new UnreadableFile('no_text', 'The file has no text.')
  throw new UnreadableFile(
    'scan',
    'The file has no text; it may be a scan, which would need text recognition first.',
  )
}

const convertSource = async (
  source: DocumentSource,
  images: Images,
  options: OutlineOptions,
): Promise<Text> => {
  const { limits, onProgress, signal } = options
  const { start, read } = progressAt
  onProgress?.('reading', start)
  const progress = (fraction: number) =>
    onProgress?.('reading', start + Math.floor(Math.min(1, fraction) * (read - start)))
  const maxCharacters = limits.maxLessons * limits.maxLessonCharacters
  const text = new LinkedText()
  let characters = 0
  const reading = { images, buffers: images.buffers, progress, skip: noSkip, signal }
  for await (const block of readDocument(source, reading)) {
    signal?.throwIfAborted()
    if (!block.isAside) characters += text.add(block)
    if (characters > maxCharacters) throw tooMuchText(limits)
  }
  const whole = text.end()
  requireText(whole.blocks, source)
  return whole
}

/** Returns the block marked as the title, or the only heading of the highest level if the text begins with it. */
const findTitleBlock = (blocks: TextBlock[]): TextBlock | undefined => {
  const own = blocks.find(({ isTitle }) => isTitle)
  if (own) return own
  const headings = blocks.filter(({ depth }) => depth > 0)
  const top = headings.reduce((least, { depth }) => Math.min(least, depth), Infinity)
  const [first, second] = headings.filter(({ depth }) => depth === top)
  if (!first || second || headings[0] !== first || !blocks.slice(0, 3).includes(first)) return undefined
  return top === 1 || headings.length > 1 ? first : undefined
}

const detectBlocksLanguage = (blocks: TextBlock[]): string => {
  const sentences = blocks.filter(({ words }) => words.length > minLanguageCharacters)
  const sample = (sentences.length > 0 ? sentences : blocks).slice(0, maxLanguageBlocks)
  return detectLanguage(sample.map(({ words }) => words).join('\n'))
}

/** Splits the text of a document into chapters, and resolves the links between their lessons. */
const splitText = ({ blocks: all, places }: Text, fileName: string, limits: OutlineLimits) => {
  const blocks = promoteBoldLines(all)
  const titleBlock = findTitleBlock(blocks)
  const title = asTitle(titleBlock?.words ?? '') ?? titleFromFileName(fileName)
  const rest = blocks.filter((block) => block !== titleBlock)
  const hasTitle = titleBlock !== undefined
  const chapters = splitWithinLimits(rest.length > 0 ? rest : all, title, hasTitle, limits)
  const located = locatePlaces(blocks, places, chapters)
  const toChapter = (chapter: ChapterBlocks) => toOutlineChapter(chapter, located, limits)
  return { title, chapters: chapters.map(toChapter) }
}

const toOutlineChapter = ({ title, lessons }: ChapterBlocks, located: string[], limits: OutlineLimits) => ({
  title: asTitle(title) ?? '…',
  summary: summarize(lessons),
  lessons: lessons.map((blocks) => {
    const lesson = toOutlineLesson(blocks, limits)
    return { ...lesson, content: linkLessons(lesson.content, located, limits.maxLessonCharacters) }
  }),
})

/** Outlines a document; throws `UnreadableFile` for a file that no retry can read, or the reason of `signal`. */
export const outlineDocument = async (source: DocumentSource, options: OutlineOptions): Promise<Outline> => {
  const { limits, onProgress, signal } = options
  signal?.throwIfAborted()
  const images = new Images()
  try {
    const text = await convertSource(source, images, options)
    onProgress?.('outlining', progressAt.split)
    const parts = splitText(text, source.name, limits)
    const language = options.language ?? detectBlocksLanguage(text.blocks)
    onProgress?.('outlining', progressAt.end)
    return { ...parts, language, images: images.list }
  } catch (error) {
    throw toUnreadable(error)
  }
}
