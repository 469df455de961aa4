/** A slice of a text, letter for letter, with the headings above it, the innermost last. */
export interface Chunk {
  headings: string[]
  text: string
  /** Where the slice begins inside a block of code: the line that opens the block. */
  fence?: string
}

/** How long a chunk may be, with its heading where it begins with one. */
const maxChunkCharacters = 1_500

/** Chunks under one heading are joined up to about this length, so that each says something by itself. */
const preferredCharacters = 700

const maxHeadingCharacters = 200

/** A heading that is longer, or further away from its text, is not part of the slice. */
const maxHeadingDistance = 300

/**
 * Places in the text: `from` is where its heading begins when the block is the first under it, else its
 * start.
 */
interface Block {
  headings: string[]
  from: number
  end: number
  fence?: string
}

/** So much of a line is looked at to tell what it is: expressions on lines of 1 MB would take too long. */
const lineBeginning = 1_000

const plainHeading = (text: string) =>
  text
    .slice(0, lineBeginning)
    .replaceAll(/!?\[([^[\]]*)\]\([^)[]*\)|<[^<>]*>/g, '$1')
    .replace(/\s#+\s*$/, '')
    .trim()
    .slice(0, maxHeadingCharacters)
    .toWellFormed()

/** The mark that opens a block of code, when the line does. */
const openingFence = (line: string) =>
  /^ {0,3}(`{3,}|~{3,}(?!~))[ \t]*(?![ \t])[\w+#.-]*(?=[^\w+#.-]|$)[^`]*$/.exec(line)?.[1]

const closesFence = (line: string, mark: string) => {
  const text = line.trim()
  return text.startsWith(mark) && text.replaceAll(mark.charAt(0), '') === ''
}

/** The headings above a place; `isOpen` while nothing stands under the innermost one. */
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

/** Takes in lines and closes blocks; what it keeps are places in the text. */
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
  /** A heading with nothing under it is a block by itself. */
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
  /** Makes a heading of the open line, by the line of marks under it. */
  const underline = (level: number) => {
    const { first = '', start = 0, end = 0 } = open ?? {}
    open = undefined
    head(level, plainHeading(first), start, end)
  }
  return { blocks, open: () => open, close, closeHeading, add, head, underline }
}

/**
 * The blocks of a text in Markdown, line by line: good enough for looking things up, and in time by its
 * length.
 */
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

/** Where a text that is too long is cut: at the end of a line, a sentence or a word where there is one. */
const findCut = (text: string): number => {
  const ends = [text.lastIndexOf('\n'), text.search(/[.!?。！？]\s?[^.!?。！？]*$/u), text.lastIndexOf(' ')]
  const end = ends.find((at) => at > text.length / 3)
  return 1 + (end ?? (/[\ud800-\udbff]$/.test(text) ? text.length - 2 : text.length - 1))
}

/** Slices of at most {@link maxChunkCharacters} from one place to another, in time by their length. */
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
    // the indentation of a line stays
    while (!isLine && start < end && /\s/.test(text.charAt(start))) start += 1
  }
  push(start, end)
  return slices
}

/** A text in Markdown as slices of at most 1 500 characters; each begins with its heading or knows it. */
export const splitChunks = (markdown: string): Chunk[] => {
  const chunks: Chunk[] = []
  let open: { from: number; end: number; path: string; chunk: Chunk } | undefined
  for (const { headings, from, end, fence } of blocksOf(markdown)) {
    const path = headings.join('\n')
    for (const [index, slice] of cutSlices(markdown, from, end).entries()) {
      const length = open ? open.end - open.from : 0
      // a sentence that ends with a colon leads to what comes behind it
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
