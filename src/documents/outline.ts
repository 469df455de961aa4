import { detectLanguage } from '../language/detection.ts'
import type { Block } from './block.ts'
import { splitWithinLimits, tooMuchText, type OutlineLimits } from './chapter-limits.ts'
import type { Chapter } from './chapters.ts'
import { findFileKind, requireFileKind, type FileKind } from './file-kind.ts'
import { Images, type Image } from './images.ts'
import { splitLongBlock } from './long-block.ts'
import { summarize, toOutlineLesson, type OutlineLesson } from './outline-lesson.ts'
import { loadReader } from './reader.ts'
import { promoteBoldLines, toTextBlock, type TextBlock } from './text-block.ts'
import { asTitle, titleFromFileName } from './title.ts'
import { nested, UnreadableFile } from './unreadable-file.ts'

type OutlineChapter = { title: string; summary: string | null; lessons: OutlineLesson[] }

/**
 * What a document becomes: images stand in the Markdown of lessons as `![alt](image:0)`, by their place in
 * `images`.
 */
export type Outline = { title: string; language: string; chapters: OutlineChapter[]; images: Image[] }

/** A file on disk, by its name and content type where it came from. */
export type OutlineSource = { path: string; name: string; content_type?: string | null }

export type OutlineOptions = {
  limits: OutlineLimits
  /** A tag of BCP 47, where the language is known. */
  language?: string | null
  /** Is told a stage and percent, never less than before. */
  onProgress?: (stage: string, percent: number) => void
  signal?: AbortSignal
}

/** Percent of the whole: when reading begins and ends, and when the text is about to be split. */
const progressAt = { start: 1, read: 85, split: 88, end: 100 }
const maxLanguageBlocks = 200
const minLanguageCharacters = 30

/** Readers go down into what they read; only what nobody writes by hand is deeper than Node's stack. */
const isStackOverflow = (error: unknown) => error instanceof RangeError && /call stack/.test(error.message)

const collectText = async (
  blocks: AsyncIterable<Block>,
  { limits, signal }: OutlineOptions,
): Promise<TextBlock[]> => {
  const maxCharacters = limits.maxLessons * limits.maxLessonCharacters
  const texts: TextBlock[] = []
  let characters = 0
  for await (const block of blocks) {
    signal?.throwIfAborted()
    const text = toTextBlock(block)
    if (!text) continue
    characters += text.markdown.length
    if (characters > maxCharacters) throw tooMuchText(limits)
    texts.push(...splitLongBlock(text))
  }
  return texts
}

/** Throws `UnreadableFile` where no block has a letter or a number. */
const requireText = (blocks: TextBlock[], kind: FileKind) => {
  if (blocks.some(({ words }) => /[\p{L}\p{N}]/u.test(words))) return
  throw new UnreadableFile(
    kind === 'pdf'
      ? 'The file has no text; it may be a scan, which would need text recognition first.'
      : 'The file has no text.',
  )
}

const readText = async (
  { path }: OutlineSource,
  kind: FileKind,
  images: Images,
  options: OutlineOptions,
): Promise<TextBlock[]> => {
  await requireFileKind(path, kind)
  const { onProgress, signal } = options
  const { start, read } = progressAt
  onProgress?.('reading', start)
  const progress = (fraction: number) =>
    onProgress?.('reading', start + Math.floor(Math.min(1, fraction) * (read - start)))
  const reader = await loadReader(kind)
  try {
    const blocks = await collectText(reader({ path, images, progress, signal }), options)
    requireText(blocks, kind)
    return blocks
  } catch (error) {
    throw isStackOverflow(error) ? nested() : error
  }
}

/** The block that is the title: one that says so, or the only heading of the highest level when it comes first. */
const findTitle = (blocks: TextBlock[]): TextBlock | undefined => {
  const own = blocks.find(({ isTitle }) => isTitle)
  if (own) return own
  const headings = blocks.filter(({ depth }) => depth > 0)
  const top = Math.min(...headings.map(({ depth }) => depth))
  const [first, second] = headings.filter(({ depth }) => depth === top)
  if (!first || second || headings[0] !== first || !blocks.slice(0, 3).includes(first)) return undefined
  return top === 1 || headings.length > 1 ? first : undefined
}

const detectLanguageOf = (blocks: TextBlock[]): string => {
  const sentences = blocks.filter(({ words }) => words.length > minLanguageCharacters)
  const sample = (sentences.length > 0 ? sentences : blocks).slice(0, maxLanguageBlocks)
  return detectLanguage(sample.map(({ words }) => words).join('\n'))
}

const splitText = (all: TextBlock[], fileName: string, limits: OutlineLimits) => {
  const blocks = promoteBoldLines(all)
  const titleBlock = findTitle(blocks)
  const title = titleBlock?.words ?? titleFromFileName(fileName)
  const rest = blocks.filter((block) => block !== titleBlock)
  const hasTitle = titleBlock !== undefined
  return { title, chapters: splitWithinLimits(rest.length > 0 ? rest : all, title, hasTitle, limits) }
}

const toOutlineChapter = ({ title, lessons }: Chapter, limits: OutlineLimits): OutlineChapter => ({
  title: asTitle(title) ?? '…',
  summary: summarize(lessons),
  lessons: lessons.map((lesson) => toOutlineLesson(lesson, limits.maxLessonCharacters)),
})

/**
 * Makes an outline of a document. Throws `UnreadableFile` for one that is never readable, and the reason of
 * `signal`.
 */
export const outlineDocument = async (source: OutlineSource, options: OutlineOptions): Promise<Outline> => {
  const { limits, language, onProgress, signal } = options
  signal?.throwIfAborted()
  const kind = findFileKind(source.name, source.content_type)
  if (!kind) throw new UnreadableFile('Files of this kind cannot be read.')
  const images = new Images()
  const blocks = await readText(source, kind, images, options)
  onProgress?.('outlining', progressAt.split)
  const { title, chapters } = splitText(blocks, source.name, limits)
  const outline = {
    title,
    language: language ?? detectLanguageOf(blocks),
    chapters: chapters.map((chapter) => toOutlineChapter(chapter, limits)),
    images: images.list,
  }
  onProgress?.('outlining', progressAt.end)
  return outline
}
