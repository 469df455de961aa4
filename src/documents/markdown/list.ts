import type { BlockContent, List, PhrasingContent } from 'mdast'
import { code, paragraph, type Block, type ListPlace } from './block.ts'

export type ListItem = ListPlace & { children: PhrasingContent[] }

const maxLevel = 40

/** Groups each item of the lowest level with the deeper items that follow it. */
const groupByLevel = (items: ListItem[], level: number): ListItem[][] => {
  const groups: ListItem[][] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && item.level > level) last.push(item)
    else groups.push([item])
  }
  return groups
}

const nest = (items: ListItem[]): List => {
  const least = items.reduce((level, item) => Math.min(level, item.level), Infinity)
  const children = groupByLevel(items, least).map((group) => {
    const own = group.filter(({ level }) => level === least)
    const inner = group.filter(({ level }) => level > least)
    const blocks: BlockContent[] = own.map((item) => paragraph(item.children))
    if (inner.length > 0) blocks.push(nest(inner))
    return { type: 'listItem' as const, spread: false, children: blocks }
  })
  const { ordered = false, number } = items[0] ?? {}
  return { type: 'list', ordered, ...(ordered && { start: number ?? 1 }), spread: false, children }
}

/** Creates a nested list from consecutive items; closes gaps between levels, and merges all levels below the 40th. */
export const list = (items: ListItem[]): List =>
  nest(items.map((item) => ({ ...item, level: Math.min(maxLevel, item.level) })))

/** Returns the kind of the joined block that a block is part of, or undefined if the block stands alone. */
const joinedKind = ({ node, item, isLine }: Block) => {
  if (item) return 'list'
  return isLine ? node.type : undefined
}

const joinNodes = (parts: Block[]): Block['node'] => {
  const nodes = parts.map(({ node }) => node)
  if (nodes[0]?.type === 'code')
    return code(nodes.map((node) => (node.type === 'code' ? node.value : '')).join('\n'))
  if (nodes[0]?.type === 'blockquote')
    return {
      ...nodes[0],
      children: nodes.flatMap((node) => (node.type === 'blockquote' ? node.children : [])),
    }
  return list(
    parts.flatMap(({ node, item }) =>
      item && node.type === 'paragraph' ? [{ ...item, children: node.children }] : [],
    ),
  )
}

const joined = (parts: Block[]): Block[] => {
  const [first] = parts
  return first ? [{ node: joinNodes(parts), page: first.page }] : []
}

/** Joins neighboring items to lists, and neighboring lines to code or quotations; yields link targets before them. */
export async function* joinBlocks(blocks: AsyncIterable<Block> | Iterable<Block>): AsyncGenerator<Block> {
  let parts: Block[] = []
  for await (const block of blocks) {
    const kind = joinedKind(block)
    if (parts[0] && block.node.type !== 'html' && joinedKind(parts[0]) !== kind) {
      yield* joined(parts)
      parts = []
    }
    if (kind) parts.push(block)
    else yield block
  }
  yield* joined(parts)
}
