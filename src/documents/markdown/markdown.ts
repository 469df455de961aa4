import type { Image, Link, Nodes, PhrasingContent, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown as serialize, type Options } from 'mdast-util-to-markdown'
import { toString } from 'mdast-util-to-string'
import { textNode } from './block.ts'
import { isMark } from './inline.ts'

type Inline = PhrasingContent[]

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
export const toTextLines = (nodes: Inline): string =>
  nodes.map((node) => (node.type === 'break' ? '\n' : toWords(node))).join('')

const safeUrl = /^(?:https?:|mailto:|tel:|image:\d|place:\d)/i

/** Returns an image with a safe URL, or else its alternative text, separated from the words beside it. */
const sanitizeImage = (node: Image, before?: PhrasingContent, after?: PhrasingContent): Inline => {
  if (safeUrl.test(node.url)) return [node]
  if (!node.alt) return []
  const isAfterWord =
    before?.type === 'image' || (before?.type === 'text' && /[\p{L}\p{N}]$/u.test(before.value))
  const isBeforeWord = after?.type === 'text' && /^[\p{L}\p{N}]/u.test(after.value)
  return [textNode(`${isAfterWord ? ' ' : ''}${node.alt}${isBeforeWord ? ' ' : ''}`)]
}

const sanitizeLink = (node: Link): Inline => {
  const children = sanitizeInline(node.children)
  return safeUrl.test(node.url) ? [{ ...node, children }] : children
}

const sanitizeNode = (node: PhrasingContent, before?: PhrasingContent, after?: PhrasingContent): Inline => {
  if (node.type === 'html') return /^<br\b/i.test(node.value) ? [{ type: 'break' }] : []
  if (node.type === 'image') return sanitizeImage(node, before, after)
  if (node.type === 'link') return sanitizeLink(node)
  return 'children' in node ? [{ ...node, children: sanitizeInline(node.children) }] : [node]
}

/** Removes HTML, which could run, and URLs that are unsafe or lead nowhere from a lesson. */
export const sanitizeInline = (nodes: Inline): Inline =>
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

const withoutEdges = (nodes: Inline): Inline =>
  nodes.flatMap((node, at): Inline => {
    if (node.type !== 'text') return [node]
    const value = trimLines(node.value, isBreak(nodes[at - 1]), isBreak(nodes[at + 1]))
    return value ? [{ ...node, value }] : []
  })

/** Returns true if a letter stands before a mark; nodes other than text end with punctuation. */
const endsWithWord = (node?: PhrasingContent) => node?.type === 'text' && /[^\s\p{P}\p{S}]$/u.test(node.value)
const beginsWithWord = (node?: PhrasingContent) =>
  node?.type === 'text' && /^[^\s\p{P}\p{S}]/u.test(node.value)

const outer = { start: /^[\p{P}\p{S}]+/u, end: /[\p{P}\p{S}]+$/u }

/** Removes punctuation at an edge of marked text from its children; returns undefined if the edge is not text. */
const takeSigns = (children: Inline, edge: 'start' | 'end') => {
  const at = edge === 'start' ? 0 : children.length - 1
  const node = children[at]
  if (node?.type !== 'text') return undefined
  const [signs = ''] = outer[edge].exec(node.value) ?? []
  const value =
    edge === 'start' ? node.value.slice(signs.length) : node.value.slice(0, -signs.length || undefined)
  return { signs, children: children.with(at, textNode(value)) }
}

/**
 * Changes inline content so that Markdown can express its marks. Between a letter and punctuation, a run of `*` is no
 * delimiter (CommonMark 0.31, section 6.2), and serializers would write a character reference for the letter. Moves
 * punctuation at the edge of marked text out of the mark, and removes other marks in this position.
 */
const settleMarks = (nodes: Inline): Inline => {
  const settled: Inline = []
  const left = nodes.toReversed()
  for (let node = left.pop(); node; node = left.pop()) {
    if (!isMark(node)) {
      settled.push(node)
      continue
    }
    let children: Inline | undefined = settleMarks(node.children)
    if (endsWithWord(settled.at(-1))) {
      const start = takeSigns(children, 'start')
      if (start?.signs) settled.push(textNode(start.signs))
      children = start?.children
    }
    if (children && beginsWithWord(left.at(-1))) {
      const end = takeSigns(children, 'end')
      if (end?.signs) left.push(textNode(end.signs))
      children = end?.children
    }
    if (!children) left.push(...node.children.toReversed())
    else if (children.some((child) => child.type !== 'text' || child.value !== ''))
      settled.push({ ...node, children })
  }
  return settled
}

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
