import type { RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { nested, tooMany, tooLarge } from '../../unreadable-file.ts'
import { splitMarkdown } from './pieces.ts'

const maxTargetCharacters = 10_000_000

const definitionLine = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S.*$/gm
const label = /\[((?:\\.|[^\\[\]])+)\]/g

/** As mdast identifies a label. */
const identify = (text: string) =>
  text
    .replace(/[\t\n ]+/g, ' ')
    .trim()
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()

/** The definitions of links and images in a text, which its pieces refer to. */
class Definitions {
  readonly #targets = new Map<string, string>()
  #free = maxTargetCharacters

  /** Of a text, whose lines of definitions `parse` reads. */
  constructor(text: string, parse: (lines: string) => RootContent[]) {
    for (const node of parse((text.match(definitionLine) ?? []).join('\n\n')))
      if (node.type === 'definition') this.#targets.set(node.identifier, node.url)
  }

  /** The target of a reference; throws `UnreadableFile` when all that were given are too much. */
  resolve(identifier: string): string {
    const url = this.#targets.get(identifier) ?? ''
    this.#free -= url.length
    if (this.#free < 0) throw tooLarge()
    return url
  }

  /** The lines of those definitions that a piece of the text may refer to. */
  linesFor(piece: string): string {
    const labels = new Set([...piece.matchAll(label)].map(([, text = '']) => identify(text)))
    return [...labels]
      .filter((name) => this.#targets.has(name))
      .map((name) => `[${name}]: <${this.#targets.get(name)}>`)
      .join('\n')
  }
}

/** The parser compares marks of a paragraph with those before them: this many take about a second. */
const mostMarks = 10_000
/** Lines of lists and tables are paragraphs of their own, unless they only look like it. */
const maxMarksOfLines = 50_000

const marks = /[[\]<*_`~!@&]|\\/g
const ownLine = /^[ \t]*(?:\||#{1,6} |>|[-+*][ \t]|\d{1,9}[.)][ \t]|\[[^\]\n]+\]:)/

/** How many marks of Markdown a paragraph may have, and how many lines may follow one another without an empty one. */
type MarkLimits = { maxMarks?: number; maxLines?: number }

/** Throws `UnreadableFile` where neighbouring lines are more, or have more marks, than anybody writes. */
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

/** A line that opens more than a hundred quotes and lists in one another: parsing it takes the square of them. */
const deepLine = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){101}.*$/gm
const thematicBreak = /^[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$/

const requireShallow = (text: string) => {
  if (text.match(deepLine)?.some((line) => !thematicBreak.test(line))) throw nested()
}

const parseMarkdown = (text: string): RootContent[] =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children

/** References become the links and images that they stand for, since pieces are parsed apart from one another. */
const resolveReferences = (node: RootContent, definitions: Definitions): RootContent => {
  if (node.type === 'imageReference')
    return { type: 'image', url: definitions.resolve(node.identifier), alt: node.alt ?? '' }
  if (node.type === 'linkReference')
    return { type: 'link', url: definitions.resolve(node.identifier), children: node.children }
  if (!('children' in node)) return node
  const children = node.children.map((child) => resolveReferences(child, definitions))
  return { ...node, children } as RootContent
}

/**
 * Parses Markdown piece by piece, with how much of it that was, from 0 to 1. Throws `UnreadableFile` for what would
 * take too long, within limits of paragraphs.
 */
export function* parsePieces(
  text: string,
  limits?: MarkLimits,
): Generator<{ nodes: RootContent[]; share: number }> {
  requireShallow(text)
  requireFewMarks(text, limits)
  const definitions = new Definitions(text, parseMarkdown)
  const pieces = splitMarkdown(text)
  for (const [at, piece] of pieces.entries()) {
    const nodes = parseMarkdown(pieces.length > 1 ? `${piece}\n\n${definitions.linesFor(piece)}` : piece)
    yield {
      nodes: nodes.map((node) => resolveReferences(node, definitions)),
      share: (at + 1) / pieces.length,
    }
  }
}
