import type { RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { nested } from '../../unreadable-file.ts'
import { Definitions } from './definitions.ts'
import { requireFewMarks, type MarkLimits } from './marks.ts'
import { splitMarkdown } from './pieces.ts'

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
