import type { CutLesson } from './cut.ts'
import { fitted } from './fit.ts'
import { Images, type Image } from './images.ts'
import { kindOf, requireKind, type Kind } from './kind.ts'
import { languageOf } from './language.ts'
import type { Read } from './block.ts'
import { partOf, withHeadings, type Part } from './part.ts'
import { pieces } from './size.ts'
import { asTitle, nameTitle } from './title.ts'
import { nested, UnreadableFile } from './unreadable-file.ts'

type OutlineSource = { page: number | null; heading: string | null; quote: string | null }
type OutlineLesson = { title: string; content: string; duration_minutes: number; sources: OutlineSource[] }
type OutlineChapter = { title: string; summary: string | null; lessons: OutlineLesson[] }

/**
 * What a document becomes: images stand in the Markdown of lessons as `![alt](image:0)`, by their place in
 * `images`.
 */
export type Outline = { title: string; language: string; chapters: OutlineChapter[]; images: Image[] }

/** Readers are loaded when they are needed: most files need one of them. */
const readers: Record<Kind, () => Promise<Read>> = {
  md: async () => (await import('./readers/md.ts')).readMd,
  txt: async () => (await import('./readers/txt.ts')).readTxt,
  html: async () => (await import('./readers/html.ts')).readHtml,
  csv: async () => (await import('./readers/csv.ts')).readCsv,
  pdf: async () => (await import('./readers/pdf.ts')).readPdf,
  docx: async () => (await import('./readers/docx.ts')).readDocx,
  pptx: async () => (await import('./readers/pptx.ts')).readPptx,
  xlsx: async () => (await import('./readers/xlsx.ts')).readXlsx,
  odt: async () => (await import('./readers/odf.ts')).readOdf,
  odp: async () => (await import('./readers/odf.ts')).readOdf,
  ods: async () => (await import('./readers/odf.ts')).readOdf,
}

/** Whether files of this name or content type can become a course at all. */
export const isReadableKind = (name: string, content_type?: string | null): boolean =>
  kindOf(name, content_type) !== undefined

const mostText = 30_000_000

const partsOf = async (read: AsyncIterable<Parameters<typeof partOf>[0]>, signal?: AbortSignal) => {
  const parts: Part[] = []
  let characters = 0
  for await (const block of read) {
    signal?.throwIfAborted()
    const part = partOf(block)
    if (!part) continue
    characters += part.markdown.length
    if (characters > mostText)
      throw new UnreadableFile(
        'The file has more text than a course can hold, 300 lessons of 100 000 characters.',
      )
    parts.push(...pieces(part))
  }
  return parts
}

/**
 * The title of a document and what is left: a title of its own, or the only heading of the highest level when
 * it comes first.
 */
const titled = (parts: Part[]): { title: string | undefined; rest: Part[] } => {
  const own = parts.find(({ isTitle }) => isTitle)
  if (own) return { title: own.words, rest: parts.filter((part) => part !== own) }
  const headings = parts.filter(({ depth }) => depth > 0)
  const top = Math.min(...headings.map(({ depth }) => depth))
  const [first, second] = headings.filter(({ depth }) => depth === top)
  const comesFirst = first && parts.slice(0, 3).includes(first) && headings[0] === first
  return first && comesFirst && !second && (top === 1 || headings.length > 1)
    ? { title: first.words, rest: parts.filter((part) => part !== first) }
    : { title: undefined, rest: parts }
}

/** The Markdown of a lesson: its headings begin at the second level, whatever they were. */
const contentOf = (parts: Part[]): string => {
  const top = parts.reduce((least, { depth }) => (depth > 0 && depth < least ? depth : least), 7)
  const texts = parts.map(({ depth, markdown }) =>
    depth > 0 ? `${'#'.repeat(Math.min(6, depth - top + 2))} ${markdown}` : markdown,
  )
  return texts.join('\n\n').slice(0, 100_000)
}

const minutesOf = (words: string): number => {
  const dense = words.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0
  return Math.max(1, Math.round(words.split(/\s+/).length / 200 + dense / 400))
}

const shortened = (text: string, most: number): string | null => {
  if (text.length <= most) return text || null
  const cut = text.slice(0, most - 1)
  const space = cut.lastIndexOf(' ')
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, '')}…`
}

const lessonOf = ({ title, heading, page: start, parts }: CutLesson): OutlineLesson => {
  const texts = parts.filter(({ depth, words, markdown }) => depth === 0 && words && !/^[|`]/.test(markdown))
  const quote = texts.find(({ words }) => words.length > 20) ?? texts[0] ?? parts[0]
  const page = start ?? parts.find(({ page }) => page !== null)?.page ?? null
  return {
    title: asTitle(title) ?? '…',
    content: contentOf(parts),
    duration_minutes: minutesOf(parts.map(({ words }) => words).join(' ')),
    sources: [{ page, heading, quote: shortened(quote?.words ?? '', 200)?.replace(/…$/, '') ?? null }],
  }
}

const summaryOf = (lessons: CutLesson[]): string | null => {
  const text = lessons
    .flatMap(({ parts }) => parts)
    .find(({ depth, words, markdown }) => depth === 0 && words.length > 60 && /^[^|`\-#>!]/.test(markdown))
  return text ? shortened(text.words, 300) : null
}

/** Readers go down into what they read; only what nobody writes by hand is deeper than Node's stack. */
const isTooDeep = (error: unknown) => error instanceof RangeError && /call stack/.test(error.message)

/**
 * The outline of a document on disk. Throws `UnreadableFile` for one that no repetition makes readable, and the reason
 * of `signal` when it is aborted. `onProgress` is told a stage and percent, never less than before.
 */
export const outlineOf = async (
  source: { path: string; name: string; content_type?: string | null },
  options: {
    language?: string | null
    onProgress?: (stage: string, percent: number) => void
    signal?: AbortSignal
  } = {},
): Promise<Outline> => {
  const { onProgress, signal } = options
  signal?.throwIfAborted()
  const kind = kindOf(source.name, source.content_type)
  if (!kind) throw new UnreadableFile('Files of this kind cannot be read.')
  await requireKind(source.path, kind)
  onProgress?.('reading', 1)
  const images = new Images()
  const read = await readers[kind]()
  const progress = (fraction: number) => onProgress?.('reading', 1 + Math.floor(Math.min(1, fraction) * 84))
  const all = await partsOf(read({ path: source.path, images, progress, signal }), signal).catch(
    (error: unknown) => {
      throw isTooDeep(error) ? nested() : error
    },
  )
  if (!all.some(({ words }) => /[\p{L}\p{N}]/u.test(words)))
    throw new UnreadableFile(
      kind === 'pdf'
        ? 'The file has no text; it may be a scan, which would need text recognition first.'
        : 'The file has no text.',
    )
  onProgress?.('outlining', 88)
  const { title: own, rest } = titled(withHeadings(all))
  const title = own ?? nameTitle(source.name)
  const cuts = fitted(rest.length > 0 ? rest : all, title, own !== undefined)
  const sample = all.filter(({ words }) => words.length > 30)
  const language =
    options.language ??
    languageOf(
      (sample.length > 0 ? sample : all)
        .slice(0, 200)
        .map(({ words }) => words)
        .join('\n'),
    )
  const chapters = cuts.map(({ title, lessons }) => ({
    title: asTitle(title) ?? '…',
    summary: summaryOf(lessons),
    lessons: lessons.map(lessonOf),
  }))
  onProgress?.('outlining', 100)
  return { title, language, chapters, images: images.list }
}
