import { textNode } from '../markdown/block.ts'
import { list, type ListItem } from '../markdown/list.ts'
import type { OpenPart } from '../relationships.ts'
import { findByPath, findElements, readElement, type Element } from '../xml.ts'
import { readLines } from './chart.ts'

/** Returns the connections below each point in order. Ignores those that only define the layout. */
const groupConnections = (connections: Element[]): Map<string, Element[]> => {
  const placed = connections.filter(({ attributes }) => (attributes['type'] ?? 'parOf') === 'parOf')
  const ordered = placed.toSorted((a, b) => Number(a.attributes['srcOrd']) - Number(b.attributes['srcOrd']))
  return Map.groupBy(ordered, ({ attributes }) => attributes['srcId'] ?? '')
}

/** Reads SmartArt by its `relIds` as a nested list of points, whatever its layout (ECMA-376 part 1, section 21.4). */
export const readSmartArt = async ({ attributes }: Element, { archive, relationships }: OpenPart) => {
  const part = relationships.get(attributes['r:dm'] ?? '')?.target
  const model = await readElement(archive, part, 'dataModel')
  const points = new Map(findElements(model, 'pt').map((point) => [point.attributes['modelId'] ?? '', point]))
  const connections = groupConnections(findElements(model, 'cxn'))
  const items: ListItem[] = []
  const take = (ids: string[]) => {
    const open = ids.toReversed().map((id) => ({ id, level: 0 }))
    for (let next = open.pop(); next; next = open.pop()) {
      const { id, level } = next
      const point = points.get(id)
      // a file may name a point twice, or make it its own descendant
      if (!point || !points.delete(id)) continue
      const words = readLines(findByPath(point, 't') ?? point).join(' ')
      if (words !== '') items.push({ level, ordered: false, children: [textNode(words)] })
      for (const { attributes } of connections.get(id)?.toReversed() ?? [])
        open.push({ id: attributes['destId'] ?? '', level: level + 1 })
    }
  }
  const isRoot = ({ attributes }: Element) => attributes['type'] === 'doc'
  take([...points].filter(([, point]) => isRoot(point)).map(([id]) => id))
  take([...points.keys()])
  return items.length > 0 ? [list(items)] : []
}
