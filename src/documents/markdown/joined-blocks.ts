import { code, type Block } from './block.ts'
import { list } from './list.ts'

/** Returns the kind of the joined block that a block is part of, or undefined if the block stands alone. */
const kindOf = ({ node, item, isLine }: Block) => {
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
    const kind = kindOf(block)
    if (parts[0] && block.node.type !== 'html' && kindOf(parts[0]) !== kind) {
      yield* joined(parts)
      parts = []
    }
    if (kind) parts.push(block)
    else yield block
  }
  yield* joined(parts)
}
