/** A verbatim slice of a text, with the headings above it, the innermost last. */
export interface Chunk {
  headings: string[]
  text: string
  /** If the slice begins inside a code block: the line that opens the block. */
  fence?: string
}

/** Maximum length of a chunk, including a heading at its beginning. */
const maxChunkCharacters = 1_500

/** Approximate length up to which chunks under one heading are joined, so that each is meaningful by itself. */
const preferredCharacters = 700

const maxHeadingCharacters = 200

/** Maximum length of a heading and its gap to the text for the heading to be part of the slice, in characters. */
const maxHeadingDistance = 300

/**
 * A block of a text by its positions: `from` is the start of the heading if the block is the first one below it, or
 * else the start of the block.
 */
interface Block {
  headings: string[]
  from: number
  end: number
  fence?: string
}

/** Number of characters that decide the kind of a line: regular expressions on lines of 1 MB would take too long. */
const lineBeginning = 1_000

const plainHeading = (text: string) =>
  text
    .slice(0, lineBeginning)
    .replaceAll(/!?\[([^[\]]*)\]\([^)[]*\)|<[^<>]*>/g, '$1')
    .replace(/\s#+\s*$/, '')
    .trim()
    .slice(0, maxHeadingCharacters)
    .toWellFormed()

/** Returns the mark of a line that opens a code block. */
const openingFence = (line: string) =>
  /^ {0,3}(`{3,}|~{3,}(?!~))[ \t]*(?![ \t])[\w+#.-]*(?=[^\w+#.-]|$)[^`]*$/.exec(line)?.[1]

const closesFence = (line: string, mark: string) => {
  const text = line.trim()
  return text.startsWith(mark) && text.replaceAll(mark.charAt(0), '') === ''
}

/** Tracks the headings above a position; `isOpen` until a block occurs below the innermost one. */
const headingPath = () => {
  let path: { level: number; text: string; start: number; end: number }[] = []
  let isOpen = false
  return {
    names: () => path.map(({ text }) => text),
    innermost: () => (isOpen ? path.at(-1) : undefined),
    level: () => path.at(-1)?.level ?? 0,
    fill: () => void (isOpen = false),
    enter: (level: number, text: string, start: number, end: number) => {
      path = path.filter((above) => above.level < level)
      isOpen = text !== ''
      if (isOpen) path.push({ level, text, start, end })
    },
  }
}

/** Collects blocks from lines; stores only positions in the text. */
const blockCollector = () => {
  const blocks: Block[] = []
  const headings = headingPath()
  let open: { start: number; end: number; lines: number; first: string; mark?: string } | undefined

  const push = (block: Omit<Block, 'headings'>) => {
    blocks.push({ headings: headings.names(), ...block })
    headings.fill()
  }
  const close = () => {
    if (!open) return
    const { start, end, first, mark } = open
    const above = headings.innermost()?.start ?? start
    const from = start - above <= maxHeadingDistance ? above : start
    push({ from, end, ...(mark !== undefined && { fence: first.trim().slice(0, maxHeadingCharacters) }) })
    open = undefined
  }
  /** Adds a heading without text below it as a block of its own. */
  const closeHeading = () => {
    const last = headings.innermost()
    if (last) push({ from: last.start, end: last.end })
  }
  const add = (line: string, start: number, mark?: string) => {
    open ??= { start, end: start, lines: 0, first: line, ...(mark !== undefined && { mark }) }
    open.lines += 1
    if (line.trim() !== '') open.end = start + line.trimEnd().length
  }
  const head = (level: number, text: string, start: number, end: number) => {
    close()
    if (level <= headings.level()) closeHeading()
    headings.enter(level, text, start, end)
  }
  /** Makes the open line a heading because of the underline below it. */
  const underline = (level: number) => {
    const { first = '', start = 0, end = 0 } = open ?? {}
    open = undefined
    head(level, plainHeading(first), start, end)
  }
  return { blocks, open: () => open, close, closeHeading, add, head, underline }
}

/** Splits Markdown into blocks, line by line: precise enough for search, and in linear time. */
const blocksOf = (markdown: string): Block[] => {
  const { blocks, open, close, closeHeading, add, head, underline } = blockCollector()
  let start = 0
  for (const line of markdown.split('\n')) {
    const begin = line.slice(0, lineBeginning)
    const mark = openingFence(begin.trimEnd())
    const [, level, title] = /^ {0,3}(#{1,6})(?:\s+(.*))?$/s.exec(begin) ?? []
    const inside = open()?.mark
    if (inside !== undefined) {
      add(line, start)
      if (closesFence(line, inside)) close()
    } else if (mark !== undefined) {
      close()
      add(line, start, mark)
    } else if (level !== undefined)
      head(level.length, plainHeading(title ?? ''), start, start + line.trimEnd().length)
    else if (open()?.lines === 1 && /^ {0,3}(=+|-{2,})\s*$/.test(begin))
      underline(begin.includes('=') ? 1 : 2)
    else if (line.trim() === '') close()
    else add(line, start)
    start += line.length + 1
  }
  close()
  closeHeading()
  return blocks
}

/** Returns the position at which to cut a text that is too long: the end of a line, sentence or word if possible. */
const findCut = (text: string): number => {
  const ends = [text.lastIndexOf('\n'), text.search(/[.!?。！？]\s?[^.!?。！？]*$/u), text.lastIndexOf(' ')]
  const end = ends.find((at) => at > text.length / 3)
  return 1 + (end ?? (/[\ud800-\udbff]$/.test(text) ? text.length - 2 : text.length - 1))
}

/** Splits a range of a text into slices of at most {@link maxChunkCharacters}, in linear time. */
const cutSlices = (text: string, from: number, end: number): { from: number; end: number }[] => {
  const slices: { from: number; end: number }[] = []
  const push = (start: number, until: number) => {
    const length = text.slice(start, until).trimEnd().length
    if (length > 0) slices.push({ from: start, end: start + length })
  }
  let start = from
  while (end - start > maxChunkCharacters) {
    const next = start + findCut(text.slice(start, start + maxChunkCharacters))
    push(start, next)
    const isLine = text.charAt(next - 1) === '\n'
    start = next
    // keep the indentation of a line
    while (!isLine && start < end && /\s/.test(text.charAt(start))) start += 1
  }
  push(start, end)
  return slices
}

/** Splits Markdown into chunks of at most 1,500 characters; each begins with its heading or lists it in `headings`. */
export const splitChunks = (markdown: string): Chunk[] => {
  const chunks: Chunk[] = []
  let open: { from: number; end: number; path: string; chunk: Chunk } | undefined
  for (const { headings, from, end, fence } of blocksOf(markdown)) {
    const path = headings.join('\n')
    for (const [index, slice] of cutSlices(markdown, from, end).entries()) {
      const length = open ? open.end - open.from : 0
      // a sentence that ends with a colon introduces the next block
      const isWanted =
        length < preferredCharacters || fence !== undefined || markdown.charAt((open?.end ?? 0) - 1) === ':'
      if (open?.path === path && isWanted && slice.end - open.from <= maxChunkCharacters) {
        open.end = slice.end
        open.chunk.text = markdown.slice(open.from, open.end)
        continue
      }
      const text = markdown.slice(slice.from, slice.end)
      const chunk = { headings, text, ...(fence !== undefined && index > 0 && { fence }) }
      open = { ...slice, path, chunk }
      chunks.push(chunk)
    }
  }
  return chunks
}
