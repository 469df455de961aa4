import type { Nodes, PhrasingContent, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown, type Options } from 'mdast-util-to-markdown'
import { toString } from 'mdast-util-to-string'

const options: Options = {
  extensions: [gfmToMarkdown({ tablePipeAlign: false })],
  bullet: '-',
  rule: '-',
  listItemIndent: 'one',
}

/** What a block is called in Markdown, without the line break at its end. */
export const markdownOf = (node: RootContent): string =>
  toMarkdown({ type: 'root', children: [node] }, options).trimEnd()

/** The words of a block, with spaces between its parts. */
export const wordsOf = (node: Nodes): string => {
  if (node.type === 'image' || node.type === 'imageReference' || node.type === 'html') return ''
  if (node.type === 'break') return ' '
  const inner = 'children' in node ? node.children.map(wordsOf) : [toString(node)]
  const apart = ['paragraph', 'heading', 'link', 'emphasis', 'strong', 'delete', 'root'].includes(node.type)
    ? ''
    : ' '
  return inner.join(node.type === 'root' ? ' ' : apart)
}

const safe = /^(?:https?:|mailto:|tel:|#|image:\d)/i

/** Inline content without what could run and without addresses that lead nowhere outside the document. */
export const harmless = (nodes: PhrasingContent[]): PhrasingContent[] =>
  nodes.flatMap((node): PhrasingContent[] => {
    if (node.type === 'html') return /^<br\b/i.test(node.value) ? [{ type: 'break' }] : []
    if (node.type === 'image')
      return safe.test(node.url) ? [node] : node.alt ? [{ type: 'text', value: node.alt }] : []
    if (node.type === 'link')
      return safe.test(node.url)
        ? [{ ...node, children: harmless(node.children) as typeof node.children }]
        : harmless(node.children)
    return 'children' in node ? [{ ...node, children: harmless(node.children) } as PhrasingContent] : [node]
  })
