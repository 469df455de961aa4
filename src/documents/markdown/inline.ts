import type { Delete, Emphasis, PhrasingContent, RootContent, Strong } from 'mdast'
import { textNode, type Block } from './block.ts'

type Mark = Strong | Emphasis | Delete
type Marks = { strong?: boolean; emphasis?: boolean; delete?: boolean; code?: boolean }

const markTypes = ['delete', 'emphasis', 'strong'] as const

export const isMark = (node: PhrasingContent | undefined): node is Mark =>
  node?.type === 'strong' || node?.type === 'emphasis' || node?.type === 'delete'

const isBlankText = (node: PhrasingContent) => node.type === 'text' && !node.value.trim()

const toCodeNode = (node: PhrasingContent): PhrasingContent =>
  node.type === 'text' ? { type: 'inlineCode', value: node.value } : node

/** Wraps a run of a word processor in its marks. */
export const applyMarks = (nodes: PhrasingContent[], marks: Marks): PhrasingContent[] => {
  if (nodes.every(isBlankText)) return nodes
  const plain = marks.code ? nodes.map(toCodeNode) : nodes
  return markTypes
    .filter((type) => marks[type])
    .reduce<PhrasingContent[]>((children, type) => [{ type, children }], plain)
}

/** Moves spaces out of the edges of marked text, because Markdown does not allow them there. */
const moveSpacesOut = (node: PhrasingContent): PhrasingContent[] => {
  if (!isMark(node)) return [node]
  const inner = mergeRuns(node.children)
  const [first, last] = [inner[0], inner.at(-1)]
  const before = first?.type === 'text' && /^\s/.test(first.value) ? [textNode(' ')] : []
  const after = last?.type === 'text' && /\s$/.test(last.value) ? [textNode(' ')] : []
  const children = trimEdges(inner).filter((child) => child.type !== 'text' || child.value)
  return children.length > 0 ? [...before, { ...node, children }, ...after] : before
}

const isSameKind = (last: PhrasingContent | undefined, node: PhrasingContent): boolean =>
  last?.type === node.type && (isMark(node) || node.type === 'text' || node.type === 'inlineCode')

/** Joins nodes of the same kind. */
const joinInline = (nodes: PhrasingContent[]): PhrasingContent[] => {
  const [first] = nodes
  if (!first || nodes.length === 1) return nodes
  if (!isMark(first)) return [{ ...first, value: nodes.map(nodeValue).join('') } as PhrasingContent]
  const children = nodes.filter(isMark).flatMap((node): PhrasingContent[] => node.children)
  return [{ ...first, children: mergeRuns(children) }]
}

const nodeValue = (node: PhrasingContent): string => ('value' in node ? node.value : '')

/** Joins neighboring runs with the same marks, because word processors split runs anywhere. */
export const mergeRuns = (nodes: PhrasingContent[]): PhrasingContent[] => {
  const groups: PhrasingContent[][] = []
  for (const node of nodes) {
    const group = groups.at(-1)
    if (isSameKind(group?.at(-1), node)) group?.push(node)
    else groups.push([node])
  }
  return groups.flatMap(joinInline).flatMap(moveSpacesOut)
}

const isEmptyNode = (node: PhrasingContent) => node.type === 'break' || isBlankText(node)

const trimEdge = (node: PhrasingContent, edge: 'trimStart' | 'trimEnd'): PhrasingContent => {
  if (node.type === 'text') return { ...node, value: node.value[edge]() }
  if (!isMark(node)) return node
  const at = edge === 'trimStart' ? 0 : node.children.length - 1
  return { ...node, children: node.children.map((child, n) => (n === at ? trimEdge(child, edge) : child)) }
}

const trimEdges = (nodes: PhrasingContent[]): PhrasingContent[] =>
  nodes.map((node, at, { length }) => {
    const start = at === 0 ? trimEdge(node, 'trimStart') : node
    return at === length - 1 ? trimEdge(start, 'trimEnd') : start
  })

/** Removes breaks and spaces at both ends of inline content; returns an empty list if nothing else is left. */
export const trimInline = (nodes: PhrasingContent[]): PhrasingContent[] => {
  const first = nodes.findIndex((node) => !isEmptyNode(node))
  const last = nodes.findLastIndex((node) => !isEmptyNode(node))
  return first < 0 ? [] : trimEdges(nodes.slice(first, last + 1))
}

/** Joins the paragraphs of a table cell on one line, because Markdown allows no more. */
export const joinCell = (paragraphs: PhrasingContent[][]): PhrasingContent[] => {
  const lines = paragraphs
    .filter((nodes) => nodes.length > 0)
    .map((nodes) => nodes.map((node) => (node.type === 'break' ? textNode(' ') : node)))
  return trimInline(lines.flatMap((line, at) => (at > 0 ? [textNode(' '), ...line] : line)))
}

/** Returns the lines of a block without link targets between blocks. */
const listLines = (node: RootContent): PhrasingContent[][] => {
  if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell')
    return [node.children]
  if ('children' in node) return node.children.flatMap(listLines)
  return node.type === 'code' ? [[textNode(node.value)]] : []
}

/** Reads the blocks of a table cell into one line; moves footnotes to `notes`. */
export const readTableCell = async (
  blocks: AsyncIterable<Block>,
  notes: Block[],
): Promise<PhrasingContent[]> => {
  const lines: PhrasingContent[][] = []
  for await (const block of blocks)
    if (block.node.type === 'footnoteDefinition') notes.push(block)
    else lines.push(...listLines(block.node))
  return joinCell(lines)
}
