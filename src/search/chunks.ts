/** A chunk of a text with the headings above it, the innermost last. */
export interface Chunk {
  headings: string[]
  text: string
}

/** So long a chunk may be with its heading. */
const maxChunkCharacters = 1_500

/** Chunks under one heading are joined up to about this length, so that each says something by itself. */
const preferredCharacters = 700

const maxHeadingCharacters = 200

interface Block {
  headings: string[]
  text: string
  /** The mark and language of a fenced block of code; its text is without them. */
  fence?: { mark: string; language: string }
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

/** The blocks of a text in Markdown, line by line: good enough for looking things up, and in time by its length. */
const blocksOf = (markdown: string): Block[] => {
  const blocks: Block[] = []
  let headings: { level: number; text: string }[] = []
  let lines: string[] = []
  let fence: Block['fence']

  const close = () => {
    const text = lines.join('\n').trimEnd()
    if (text !== '')
      blocks.push({ headings: headings.map(({ text }) => text), text, ...(fence && { fence }) })
    lines = []
    fence = undefined
  }
  const head = (level: number, text: string) => {
    close()
    headings = headings.filter((above) => above.level < level)
    if (text !== '') headings.push({ level, text })
  }

  for (const line of markdown.split(/\r?\n/)) {
    if (fence) {
      const isEnd =
        line.trim().startsWith(fence.mark) && line.trim().replaceAll(fence.mark.charAt(0), '') === ''
      if (isEnd) close()
      else lines.push(line)
      continue
    }
    const begin = line.slice(0, lineBeginning)
    const [, mark, language] =
      /^ {0,3}(`{3,}|~{3,}(?!~))[ \t]*(?![ \t])([\w+#.-]*)(?=[^\w+#.-]|$)[^`]*$/.exec(begin) ?? []
    const [, level, title] = /^ {0,3}(#{1,6})(?:\s+(.*))?$/s.exec(begin) ?? []
    if (mark !== undefined) {
      close()
      fence = { mark, language: language ?? '' }
    } else if (level !== undefined) head(level.length, plainHeading(title ?? ''))
    else if (lines.length === 1 && /^ {0,3}(=+|-{2,})\s*$/.test(begin)) {
      const text = plainHeading(lines.splice(0).join(' '))
      head(begin.includes('=') ? 1 : 2, text)
    } else if (line.trim() === '') close()
    else lines.push(line)
  }
  close()
  return blocks
}

/** A text in parts of at most so many characters, cut at ends of lines, sentences or words where there are any. */
const parted = (text: string, most: number): string[] => {
  const parts: string[] = []
  let rest = text
  while (rest.length > most) {
    const room = rest.slice(0, most)
    const ends = [room.lastIndexOf('\n'), room.search(/[.!?。！？]\s?[^.!?。！？]*$/u), room.lastIndexOf(' ')]
    const end = ends.find((at) => at > most / 3) ?? (/[\ud800-\udbff]$/.test(room) ? most - 2 : most - 1)
    parts.push(rest.slice(0, end + 1).trimEnd())
    rest = room.charAt(end) === '\n' ? rest.slice(end + 1) : rest.slice(end + 1).trimStart()
  }
  return [...parts, rest.trimEnd()].filter((part) => part.trim() !== '')
}

const shown = ({ text, fence }: Block, most: number): string[] =>
  fence
    ? parted(text, most - 2 * fence.mark.length - fence.language.length - 2).map(
        (part) => `${fence.mark}${fence.language}\n${part}\n${fence.mark}`,
      )
    : parted(text, most)

/** A text in Markdown as chunks of at most 1 500 characters, each under its heading; code stays code. */
export const splitChunks = (markdown: string): Chunk[] => {
  const chunks: Chunk[] = []
  let open: Chunk | undefined
  for (const block of blocksOf(markdown)) {
    const heading = block.headings.at(-1)
    const begin = heading === undefined ? '' : `## ${heading}\n\n`
    for (const part of shown(block, maxChunkCharacters - begin.length)) {
      const joined = open && `${open.text}\n\n${part}`
      const isSame = open?.headings.join('\n') === block.headings.join('\n')
      // a sentence that ends with a colon leads to what comes behind it
      const isWanted =
        open && (open.text.length < preferredCharacters || block.fence || open.text.endsWith(':'))
      if (open && joined && isSame && isWanted && joined.length <= maxChunkCharacters) open.text = joined
      else {
        open = { headings: block.headings, text: begin + part }
        chunks.push(open)
      }
    }
  }
  return chunks
}
