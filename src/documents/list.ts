import type { BlockContent, List, PhrasingContent } from 'mdast'
import { paragraph } from './block.ts'

/** An item of a list, with its level from 0. */
export type Item = { level: number; ordered: boolean; children: PhrasingContent[] }

/** Each item of the least level together with the deeper ones that follow it. */
const groupByLevel = (items: Item[], level: number): Item[][] => {
  const groups: Item[][] = []
  for (const item of items) {
    const last = groups.at(-1)
    if (last && item.level > level) last.push(item)
    else groups.push([item])
  }
  return groups
}

/** A nested list of items one after the other; skipped levels are closed up. */
export const list = (items: Item[]): List => {
  const least = Math.min(...items.map(({ level }) => level))
  const children = groupByLevel(items, least).map((group) => {
    const own = group.filter(({ level }) => level === least)
    const inner = group.filter(({ level }) => level > least)
    const blocks: BlockContent[] = own.map((item) => paragraph(item.children))
    if (inner.length > 0) blocks.push(list(inner))
    return { type: 'listItem' as const, spread: false, children: blocks }
  })
  return { type: 'list', ordered: items[0]?.ordered ?? false, spread: false, children }
}
