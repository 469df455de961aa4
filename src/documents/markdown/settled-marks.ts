import type { PhrasingContent } from 'mdast'
import { textNode } from './block.ts'
import { isMark } from './inline.ts'

/**
 * Return true if a text ends with a letter before a mark, or begins with one after it. Other nodes have punctuation
 * there.
 */
const endsWithWord = (node?: PhrasingContent) => node?.type === 'text' && /[^\s\p{P}\p{S}]$/u.test(node.value)
const beginsWithWord = (node?: PhrasingContent) =>
  node?.type === 'text' && /^[^\s\p{P}\p{S}]/u.test(node.value)

const outer = { start: /^[\p{P}\p{S}]+/u, end: /[\p{P}\p{S}]+$/u }

/** Removes punctuation at an edge of marked text from its children; returns undefined if the edge is not text. */
const takeSigns = (children: PhrasingContent[], edge: 'start' | 'end') => {
  const at = edge === 'start' ? 0 : children.length - 1
  const node = children[at]
  if (node?.type !== 'text') return undefined
  const [signs = ''] = outer[edge].exec(node.value) ?? []
  const value =
    edge === 'start' ? node.value.slice(signs.length) : node.value.slice(0, -signs.length || undefined)
  return { signs, children: children.with(at, textNode(value)) }
}

/**
 * Changes inline content so that Markdown can express its marks. Between a letter and a punctuation character, a run of
 * `*` is no delimiter (CommonMark 0.31, section 6.2), so serializers write a character reference instead of the letter.
 * Moves punctuation at the edge of marked text beside a letter out of the mark, and removes other marks in such a
 * position.
 */
export const settleMarks = (nodes: PhrasingContent[]): PhrasingContent[] => {
  const settled: PhrasingContent[] = []
  const left = nodes.toReversed()
  for (let node = left.pop(); node; node = left.pop()) {
    if (!isMark(node)) {
      settled.push(node)
      continue
    }
    let children: PhrasingContent[] | undefined = settleMarks(node.children)
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
