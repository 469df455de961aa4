import type { RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { nested, tooMany, tooLarge } from '../unreadable-file.ts'

const maxTargetCharacters = 10_000_000

const definitionLine = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S.*$/gm
const label = /\[((?:\\.|[^\\[\]])+)\]/g

/** Normalizes a label like mdast. */
const normalizeLabel = (text: string) =>
  text
    .replace(/[\t\n ]+/g, ' ')
    .trim()
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()

/** Definitions of links and images in a text, for the references in its pieces. */
class Definitions {
  readonly #targets = new Map<string, string>()
  #free = maxTargetCharacters

  constructor(text: string) {
    for (const node of parseMarkdown((text.match(definitionLine) ?? []).join('\n\n')))
      if (node.type === 'definition') this.#targets.set(node.identifier, node.url)
  }

  /** Returns the target of a reference; throws `UnreadableFile` if the targets used so far are too long in total. */
  resolve(identifier: string): string {
    const url = this.#targets.get(identifier) ?? ''
    this.#free -= url.length
    if (this.#free < 0) throw tooLarge()
    return url
  }

  /** Returns the lines of the definitions that a piece of the text may refer to. */
  linesFor(piece: string): string {
    const labels = new Set([...piece.matchAll(label)].map(([, text = '']) => normalizeLabel(text)))
    return [...labels]
      .filter((name) => this.#targets.has(name))
      .map((name) => `[${name}]: <${this.#targets.get(name)}>`)
      .join('\n')
  }
}

/** Maximum number of marks in a paragraph; the parser takes quadratic time, about a second for this number. */
const mostMarks = 10_000
/** Maximum number of marks in consecutive lines, even if these look like separate items or rows. */
const maxMarksOfLines = 50_000

const marks = /[[\]<*_`~!@&]|\\/g
const ownLine = /^[ \t]*(?:\||#{1,6} |>|[-+*][ \t]|\d{1,9}[.)][ \t]|\[[^\]\n]+\]:)/

/** Maximum number of Markdown marks in a paragraph, and of consecutive lines without an empty one. */
type MarkLimits = { maxMarks?: number; maxLines?: number }

/** Throws `UnreadableFile` for more consecutive lines, or more marks in them, than a person writes. */
const requireFewMarks = (text: string, { maxMarks = mostMarks, maxLines = Infinity }: MarkLimits = {}) => {
  let [inParagraph, inLines, lines] = [0, 0, 0]
  for (const line of text.split('\n')) {
    const count = line.match(marks)?.length ?? 0
    const isBlank = line.trim() === ''
    lines = isBlank ? 0 : lines + 1
    if (lines > maxLines) throw tooMany('lines without an empty one')
    inLines = isBlank ? 0 : inLines + count
    inParagraph = isBlank || ownLine.test(line) ? count : inParagraph + count
    if (inParagraph > maxMarks || inLines > maxMarksOfLines) throw tooMany('marks of Markdown in a paragraph')
  }
}

/** A line with more than 100 nested quotations and lists, which the parser handles in quadratic time. */
const deepLine = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){101}.*$/gm
const thematicBreak = /^[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$/

const parseMarkdown = (text: string): RootContent[] =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children

/** Replaces references with their links and images, because each piece is parsed separately. */
const resolveReferences = (node: RootContent, definitions: Definitions): RootContent => {
  if (node.type === 'imageReference')
    return { type: 'image', url: definitions.resolve(node.identifier), alt: node.alt ?? '' }
  if (node.type === 'linkReference')
    return { type: 'link', url: definitions.resolve(node.identifier), children: node.children }
  if (!('children' in node)) return node
  const children = node.children.map((child) => resolveReferences(child, definitions))
  return { ...node, children } as RootContent
}

const pieceCharacters = 100_000
const pieceLines = 5_000

const headingLine = /^#{1,6} /
const fenceLine = /^ {0,3}(`{3,}|~{3,})/

/** Returns true if a piece may end before the line: at a heading, or at an empty line if the piece is long. */
const mayEndBefore = (line: string, characters: number, lines: number): boolean =>
  (characters > pieceCharacters && headingLine.test(line)) ||
  ((characters > 2 * pieceCharacters || lines > pieceLines) && !line.trim())

/** Splits a long text into pieces, because the parser needs a lot of memory; never splits fenced code. */
const splitMarkdown = (text: string): string[] => {
  if (text.length <= pieceCharacters) return [text]
  const pieces: string[] = []
  let lines: string[] = []
  let [characters, fence] = [0, '']
  for (const line of text.split('\n')) {
    const mark = fenceLine.exec(line)?.[1] ?? ''
    if (!fence) fence = mark
    else if (mark.startsWith(fence)) fence = ''
    if (!fence && mayEndBefore(line, characters, lines.length)) {
      pieces.push(lines.join('\n'))
      lines = []
      characters = 0
    }
    lines.push(line)
    characters += line.length + 1
  }
  return [...pieces, lines.join('\n')]
}

/**
 * Parses Markdown piece by piece; yields the nodes of each piece, and the share of the text parsed so far, from 0 to 1.
 * Throws `UnreadableFile` if a paragraph exceeds the limits and would take too long.
 */
export function* parsePieces(
  text: string,
  limits?: MarkLimits,
): Generator<{ nodes: RootContent[]; share: number }> {
  if (text.match(deepLine)?.some((line) => !thematicBreak.test(line))) throw nested()
  requireFewMarks(text, limits)
  const definitions = new Definitions(text)
  const pieces = splitMarkdown(text)
  for (const [at, piece] of pieces.entries()) {
    const nodes = parseMarkdown(pieces.length > 1 ? `${piece}\n\n${definitions.linesFor(piece)}` : piece)
    const resolved = nodes.map((node) => resolveReferences(node, definitions))
    yield { nodes: resolved, share: (at + 1) / pieces.length }
  }
}
