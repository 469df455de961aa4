import type { BlockContent } from 'mdast'
import type { Archive } from '../archive.ts'
import { textNode } from '../markdown/block.ts'
import { list, type ListItem } from '../markdown/list.ts'
import type { Relationships } from '../relationships.ts'
import { findByPath, findElements, readAllElements, textContent, type Element } from '../xml.ts'

const wordsOf = (point: Element): string =>
  findElements(findByPath(point, 't') ?? point, 'p')
    .map((paragraph) => findElements(paragraph, 't').map(textContent).join(''))
    .filter((line) => line.trim() !== '')
    .join(' ')

/** Returns the children of each point in order. Ignores connections that only define the layout. */
const childrenOf = (connections: Element[]): Map<string, string[]> => {
  const placed = connections.filter(({ attributes }) => (attributes['type'] ?? 'parOf') === 'parOf')
  const ordered = placed.toSorted((a, b) => Number(a.attributes['srcOrd']) - Number(b.attributes['srcOrd']))
  const groups = Map.groupBy(ordered, ({ attributes }) => attributes['srcId'] ?? '')
  return new Map(
    [...groups].map(([from, group]) => [from, group.map(({ attributes }) => attributes['destId'] ?? '')]),
  )
}

/**
 * Reads SmartArt by its `relIds` as a nested list of its points, whatever its layout (ECMA-376 part 1, section 21.4).
 */
export const readSmartArt = async (
  { attributes }: Element,
  { archive, relationships }: { archive: Archive; relationships: Relationships },
): Promise<BlockContent[]> => {
  const part = relationships.get(attributes['r:dm'] ?? '')?.target
  const [model] = part ? await readAllElements(archive, part, ['dataModel']) : []
  if (!model) return []

  const points = new Map(findElements(model, 'pt').map((point) => [point.attributes['modelId'] ?? '', point]))
  const children = childrenOf(findElements(model, 'cxn'))
  const items: ListItem[] = []
  const take = (ids: string[]) => {
    const open = ids.toReversed().map((id) => ({ id, level: 0 }))
    for (let next = open.pop(); next; next = open.pop()) {
      const { id, level } = next
      const point = points.get(id)
      // a file may name a point twice, or make it its own descendant
      if (!point || !points.delete(id)) continue
      const words = wordsOf(point)
      if (words !== '') items.push({ level, ordered: false, children: [textNode(words)] })
      const below = (children.get(id) ?? []).map((child) => ({ id: child, level: level + 1 }))
      open.push(...below.toReversed())
    }
  }
  const isRoot = ({ attributes }: Element) => attributes['type'] === 'doc'
  take([...points].filter(([, point]) => isRoot(point)).map(([id]) => id))
  take([...points.keys()])
  return items.length > 0 ? [list(items)] : []
}
