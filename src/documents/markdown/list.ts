import type { BlockContent, List, PhrasingContent } from 'mdast'
import { paragraph, type ListPlace } from './block.ts'

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
