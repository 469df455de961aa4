import type { Html, Link, List, Nodes, Parents, PhrasingContent, RootContent } from 'mdast'

/** Creates an invisible HTML element as the target of links within the document. */
export const anchor = (name: string): Html => ({
  type: 'html',
  value: `<a id="${encodeURIComponent(name)}">`,
})

const anchorTag = /^<a\s+(?:id|name)\s*=\s*["']?([^"'\s>]+)/i

const decodeAnchor = (name: string): string => {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

const isParent = (node: Nodes): node is Parents => 'children' in node

export const listAnchors = (node: Nodes): string[] => {
  if (node.type === 'html') return [anchorTag.exec(node.value)?.[1] ?? []].flat().map(decodeAnchor)
  return isParent(node) ? node.children.flatMap(listAnchors) : []
}

/** Returns the name of a link's target within the document, or undefined if the link leads elsewhere. */
const innerTarget = ({ url }: Link): string | undefined => {
  // only a crafted document contains such an address, which our own output uses: resolve it to no target
  if (/^place:/i.test(url)) return ''
  return url.startsWith('#') ? decodeAnchor(url.slice(1)) : undefined
}

const isInnerLink = (node: Nodes) => node.type === 'link' && innerTarget(node) !== undefined

const countInnerLinks = (node: Nodes): number => {
  if (isInnerLink(node)) return 1
  return isParent(node) ? node.children.reduce((sum, child) => sum + countInnerLinks(child), 0) : 0
}

export const hasInnerLinks = (node: Nodes): boolean => countInnerLinks(node) > 0

type UrlOf = (name: string) => string | undefined

const resolveChildren = ({ children }: Parents, urlOf: UrlOf): PhrasingContent[] =>
  (children as PhrasingContent[]).flatMap((child) => resolveNode(child, urlOf))

const resolveNode = (node: PhrasingContent, urlOf: UrlOf): PhrasingContent[] => {
  if (!isParent(node)) return [node]
  const children = resolveChildren(node, urlOf)
  const target = node.type === 'link' ? innerTarget(node) : undefined
  if (target === undefined) return [{ ...node, children } as PhrasingContent]
  const url = urlOf(target)
  return url === undefined ? children : [{ ...node, children, url } as Link]
}

/** Replaces the URLs of links within the document; a link without a target becomes its text. */
export const resolveInnerLinks = <T extends RootContent>(node: T, urlOf: UrlOf): T =>
  isParent(node) ? { ...node, children: resolveChildren(node, urlOf) } : node

const minContents = 4

const hasOtherWords = (node: Nodes): boolean => {
  if (isInnerLink(node) || node.type === 'html') return false
  if (isParent(node)) return node.children.some(hasOtherWords)
  return 'value' in node && node.value.trim() !== ''
}

/** Returns true if a list is a table of contents: only links within the document, and at least 4 of them. */
export const isContentsList = (node: RootContent): node is List =>
  node.type === 'list' && countInnerLinks(node) >= minContents && !hasOtherWords(node)
