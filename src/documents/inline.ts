import type { PhrasingContent } from 'mdast'

type Marks = { strong?: boolean; emphasis?: boolean; delete?: boolean; code?: boolean }

const marked = (type: 'strong' | 'emphasis' | 'delete', children: PhrasingContent[]): PhrasingContent => ({
  type,
  children,
})

/** A run of a text processor with its marks. */
export const styled = (nodes: PhrasingContent[], marks: Marks): PhrasingContent[] => {
  if (nodes.length === 0) return []
  let found = marks.code
    ? nodes.map((node): PhrasingContent =>
        node.type === 'text' ? { type: 'inlineCode', value: node.value } : node,
      )
    : nodes
  if (!nodes.some((node) => node.type !== 'text' || node.value.trim())) return nodes
  for (const type of ['delete', 'emphasis', 'strong'] as const) if (marks[type]) found = [marked(type, found)]
  return found
}

/** Spaces at the edges of marked text, which Markdown does not take there, beside it. */
const spaced = (node: PhrasingContent): PhrasingContent[] => {
  if (node.type !== 'strong' && node.type !== 'emphasis' && node.type !== 'delete') return [node]
  const inner = joined(node.children)
  const before: PhrasingContent[] = []
  const after: PhrasingContent[] = []
  const [first] = inner
  if (first?.type === 'text' && /^\s/.test(first.value)) {
    before.push({ type: 'text', value: ' ' })
    inner[0] = { ...first, value: first.value.trimStart() }
  }
  const last = inner.at(-1)
  if (last?.type === 'text' && /\s$/.test(last.value)) {
    after.push({ type: 'text', value: ' ' })
    inner[inner.length - 1] = { ...last, value: last.value.trimEnd() }
  }
  const kept = inner.filter((child) => child.type !== 'text' || child.value)
  return [...before, ...(kept.length > 0 ? [{ ...node, children: kept }] : []), ...after]
}

/** Neighbouring runs with the same marks as one: text processors split them anywhere. */
export const joined = (nodes: PhrasingContent[]): PhrasingContent[] => {
  const found: PhrasingContent[] = []
  for (const node of nodes) {
    const last = found.at(-1)
    if (node.type === 'text' && last?.type === 'text')
      found[found.length - 1] = { ...last, value: last.value + node.value }
    else if (node.type === 'inlineCode' && last?.type === 'inlineCode')
      found[found.length - 1] = { ...last, value: last.value + node.value }
    else if (
      (node.type === 'strong' || node.type === 'emphasis' || node.type === 'delete') &&
      last?.type === node.type
    )
      found[found.length - 1] = { ...last, children: joined([...last.children, ...node.children]) }
    else found.push(node)
  }
  return found.flatMap(spaced)
}

const isEmpty = (node: PhrasingContent) =>
  node.type === 'break' || (node.type === 'text' && !node.value.trim())

/** Inline content without breaks and spaces at its ends; empty when there is nothing in it. */
export const trimmedInline = (nodes: PhrasingContent[]): PhrasingContent[] => {
  const first = nodes.findIndex((node) => !isEmpty(node))
  const last = nodes.findLastIndex((node) => !isEmpty(node))
  return first < 0 ? [] : nodes.slice(first, last + 1)
}

/** The content of a table's cell, which Markdown wants on one line. */
export const inCell = (paragraphs: PhrasingContent[][]): PhrasingContent[] =>
  trimmedInline(
    paragraphs.flatMap((nodes, at): PhrasingContent[] => [
      ...(at > 0 ? [{ type: 'text' as const, value: ' ' }] : []),
      ...nodes.map((node): PhrasingContent => (node.type === 'break' ? { type: 'text', value: ' ' } : node)),
    ]),
  )
