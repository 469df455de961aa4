import type { Html, Link, List, Nodes, Parents, PhrasingContent, RootContent } from 'mdast'

/** A place that links within a document lead to, as an element of HTML, which is not shown. */
export const anchor = (name: string): Html => ({
  type: 'html',
  value: `<a id="${encodeURIComponent(name)}">`,
})

const anchorTag = /^<a\s+(?:id|name)\s*=\s*["']?([^"'\s>]+)/i

const decode = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const isParent = (node: Nodes): node is Parents => 'children' in node

/** The names of the places in a block. */
export const listAnchors = (node: Nodes): string[] => {
  if (node.type === 'html') return [anchorTag.exec(node.value)?.[1] ?? []].flat().map(decode)
  return isParent(node) ? node.children.flatMap(listAnchors) : []
}

/** The name of the place that a link within the document leads to; undefined for other links. */
const innerTarget = ({ url }: Link): string | undefined => {
  // only a document that pretends to be read already has such an address: it leads nowhere
  if (/^place:/i.test(url)) return ''
  return url.startsWith('#') ? decode(url.slice(1)) : undefined
}

const isInnerLink = (node: Nodes) => node.type === 'link' && innerTarget(node) !== undefined

export const hasInnerLinks = (node: Nodes): boolean =>
  isInnerLink(node) || (isParent(node) && node.children.some(hasInnerLinks))

const resolveNode = (
  node: PhrasingContent,
  urlOf: (name: string) => string | undefined,
): PhrasingContent[] => {
  if (!isParent(node)) return [node]
  const children = (node.children as PhrasingContent[]).flatMap((child) => resolveNode(child, urlOf))
  const target = node.type === 'link' ? innerTarget(node) : undefined
  if (target === undefined) return [{ ...node, children } as PhrasingContent]
  const url = urlOf(target)
  return url === undefined ? children : [{ ...node, children, url } as Link]
}

/** A block with other addresses of its links within the document; where there is none, their words alone. */
export const resolveInnerLinks = <T extends RootContent>(
  node: T,
  urlOf: (name: string) => string | undefined,
): T => {
  if (!isParent(node)) return node
  const children = (node.children as PhrasingContent[]).flatMap((child) => resolveNode(child, urlOf))
  return { ...node, children }
}

const minContents = 4

const countInnerLinks = (node: Nodes): number => {
  if (isInnerLink(node)) return 1
  return isParent(node) ? node.children.reduce((sum, child) => sum + countInnerLinks(child), 0) : 0
}

const hasOtherWords = (node: Nodes): boolean => {
  if (isInnerLink(node) || node.type === 'html') return false
  if (isParent(node)) return node.children.some(hasOtherWords)
  return 'value' in node && node.value.trim() !== ''
}

/** Whether a list is a table of contents: links within the document, and nothing else. */
export const isContents = (node: RootContent): node is List =>
  node.type === 'list' && countInnerLinks(node) >= minContents && !hasOtherWords(node)
