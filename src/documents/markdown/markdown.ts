import type { Image, Link, Nodes, PhrasingContent, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown as serialize, type Options } from 'mdast-util-to-markdown'
import { toString } from 'mdast-util-to-string'
import { textNode } from './block.ts'
import { settleMarks } from './settled-marks.ts'

const options: Options = {
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  bullet: '-',
  rule: '-',
  listItemIndent: 'one',
}

/** Writes a block as Markdown, without a trailing line break. */
export const toMarkdown = (node: RootContent): string =>
  serialize({ type: 'root', children: [node] }, options).trimEnd()

const withoutWords = new Set<Nodes['type']>(['image', 'imageReference', 'html'])
/** Node types whose children follow one another without a space. */
const seamless = new Set<Nodes['type']>(['paragraph', 'heading', 'link', 'emphasis', 'strong', 'delete'])

/** Returns the text of a block, with spaces between its parts. */
export const toWords = (node: Nodes): string => {
  if (withoutWords.has(node.type)) return ''
  if (node.type === 'break') return ' '
  const parts = 'children' in node ? node.children.map(toWords) : [toString(node)]
  return parts.join(seamless.has(node.type) ? '' : ' ')
}

/** Returns the text of a paragraph, with its breaks as line breaks. */
export const toTextLines = (nodes: PhrasingContent[]): string =>
  nodes.map((node) => (node.type === 'break' ? '\n' : toWords(node))).join('')

const safeUrl = /^(?:https?:|mailto:|tel:|image:\d|place:\d)/i

/** Returns an image with a safe URL, or else its alternative text, separated from the words beside it. */
const sanitizeImage = (node: Image, before?: PhrasingContent, after?: PhrasingContent): PhrasingContent[] => {
  if (safeUrl.test(node.url)) return [node]
  if (!node.alt) return []
  const isAfterWord =
    before?.type === 'image' || (before?.type === 'text' && /[\p{L}\p{N}]$/u.test(before.value))
  const isBeforeWord = after?.type === 'text' && /^[\p{L}\p{N}]/u.test(after.value)
  return [textNode(`${isAfterWord ? ' ' : ''}${node.alt}${isBeforeWord ? ' ' : ''}`)]
}

const sanitizeLink = (node: Link): PhrasingContent[] => {
  const children = sanitizeInline(node.children)
  return safeUrl.test(node.url) ? [{ ...node, children }] : children
}

const sanitizeNode = (
  node: PhrasingContent,
  before: PhrasingContent | undefined,
  after: PhrasingContent | undefined,
): PhrasingContent[] => {
  if (node.type === 'html') return /^<br\b/i.test(node.value) ? [{ type: 'break' }] : []
  if (node.type === 'image') return sanitizeImage(node, before, after)
  if (node.type === 'link') return sanitizeLink(node)
  return 'children' in node ? [{ ...node, children: sanitizeInline(node.children) }] : [node]
}

/** Removes HTML, which could run, and URLs that are unsafe or lead nowhere from a lesson. */
export const sanitizeInline = (nodes: PhrasingContent[]): PhrasingContent[] =>
  nodes.flatMap((node, at) => sanitizeNode(node, nodes[at - 1], nodes[at + 1]))

const isBreak = (node: PhrasingContent | undefined) => node === undefined || node.type === 'break'

/** Removes spaces at the edges of lines, because Markdown would write them as character references. */
const trimLines = (text: string, isBegun: boolean, isEnded: boolean): string => {
  const lines = text.replaceAll('\t', ' ').split('\n')
  return lines
    .map((line, at) => (at > 0 || isBegun ? line.trimStart() : line))
    .map((line, at) => (at < lines.length - 1 || isEnded ? line.trimEnd() : line))
    .join('\n')
}

const withoutEdges = (nodes: PhrasingContent[]): PhrasingContent[] =>
  nodes.flatMap((node, at): PhrasingContent[] => {
    if (node.type !== 'text') return [node]
    const value = trimLines(node.value, isBreak(nodes[at - 1]), isBreak(nodes[at + 1]))
    return value ? [{ ...node, value }] : []
  })

/** Removes HTML, front matter and definitions from a block; returns undefined if nothing is left. */
export const sanitizeBlock = (node: RootContent): RootContent | undefined => {
  if (node.type === 'html' || node.type === 'yaml' || node.type === 'definition') return undefined
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
    const children = settleMarks(withoutEdges(sanitizeInline(node.children)))
    return children.length > 0 || node.type === 'tableCell' ? { ...node, children } : undefined
  }
  if (!('children' in node)) return node
  const children = node.children.map(sanitizeBlock).filter((child) => child !== undefined)
  return { ...node, children } as RootContent
}
