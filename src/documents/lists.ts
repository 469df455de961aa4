import type { BlockContent, List, PhrasingContent } from 'mdast'
import { paragraph } from './block.ts'

export type Item = { level: number; ordered: boolean; children: PhrasingContent[] }

/** A nested list out of items one after the other, each with its level from 0; skipped levels are closed up. */
export const listOf = (items: Item[]): List => {
  const [first] = items
  const list: List = { type: 'list', ordered: first?.ordered ?? false, spread: false, children: [] }
  const least = Math.min(...items.map(({ level }) => level))
  for (let at = 0; at < items.length;) {
    const item = items[at]
    if (!item) break
    let end = at + 1
    while (end < items.length && (items[end]?.level ?? 0) > least) end += 1
    const inner = items.slice(item.level > least ? at : at + 1, end)
    const own: BlockContent[] = item.level > least ? [] : [paragraph(item.children)]
    if (inner.length > 0) own.push(listOf(inner))
    list.children.push({ type: 'listItem', spread: false, children: own })
    at = end
  }
  return list
}
