import type { Element as HtmlElement, Nodes as HtmlNode } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toMdast, type State } from 'hast-util-to-mdast'
import type { PhrasingContent, RootContent } from 'mdast'
import { heading, textNode, type Block, type Reading } from '../block.ts'
import type { Images } from '../images.ts'
import { readTextFile, replaceDataUrls } from '../text-file.ts'
import { nested } from '../unreadable-file.ts'

/** What stands around the text of a page, or cannot be shown in a lesson. */
const skippedElements = new Set([
  'script',
  'style',
  'nav',
  'noscript',
  'template',
  'iframe',
  'form',
  'button',
  'svg',
  'head',
  'object',
])
const maxDepth = 400

const childrenOf = (node: HtmlNode): HtmlNode[] => ('children' in node ? node.children : [])

const isShown = (node: HtmlNode): boolean =>
  node.type !== 'element' || (!skippedElements.has(node.tagName) && node.properties['hidden'] !== true)

const removeSkipped = (node: HtmlNode, depth = 0): void => {
  if (depth > maxDepth) throw nested()
  if (!('children' in node)) return
  const shown = childrenOf(node).filter(isShown)
  node.children = shown as typeof node.children
  for (const child of shown) removeSkipped(child, depth + 1)
}

const findElement = (node: HtmlNode, tagName: string): HtmlNode | undefined => {
  if (node.type === 'element' && node.tagName === tagName) return node
  for (const child of childrenOf(node)) {
    const found = findElement(child, tagName)
    if (found) return found
  }
  return undefined
}

const textContent = (node: HtmlNode): string =>
  node.type === 'text' ? node.value : childrenOf(node).map(textContent).join('')

const inlineTypes = new Set<RootContent['type']>([
  'text',
  'link',
  'image',
  'strong',
  'emphasis',
  'inlineCode',
])

const isInline = (node: RootContent): node is PhrasingContent => inlineTypes.has(node.type)

/** What is inline on its own is put into a paragraph. */
const toBlock = (node: RootContent): RootContent =>
  isInline(node) ? { type: 'paragraph', children: [node] } : node

/** A number or letter set high keeps a sign of that. */
const convertSuperscript = (state: State, node: HtmlElement) => {
  const children = state.all(node)
  return /^\d|^[a-z]/i.test(textContent(node)) ? [textNode('^'), ...children] : children
}

const toBlocks = (tree: HtmlNode): RootContent[] => {
  const root = toMdast(tree, { handlers: { sup: convertSuperscript } })
  return root.type === 'root' ? root.children.map(toBlock) : []
}

/** A piece of HTML as blocks. */
export const parseHtmlFragment = (html: string, images: Images): RootContent[] => {
  const text = replaceDataUrls(html, (url) => images.addDataUrl(url))
  const tree = fromHtml(text, { fragment: true })
  removeSkipped(tree)
  return toBlocks(tree)
}

/** The main part of a page, unless it has less than half of the page's text. */
const findMain = (tree: HtmlNode): HtmlNode => {
  const body = findElement(tree, 'body') ?? tree
  const main = findElement(tree, 'main') ?? findElement(tree, 'article') ?? body
  return textContent(main).length * 2 > textContent(body).length ? main : body
}

const isTopHeading = (node: RootContent) => node.type === 'heading' && node.depth === 1

export async function* readHtml({ path, images, progress }: Reading): AsyncGenerator<Block> {
  const text = replaceDataUrls(await readTextFile(path), (url) => images.addDataUrl(url))
  const tree = fromHtml(text)
  progress(0.5)
  const titleElement = findElement(tree, 'title')
  const title = titleElement && textContent(titleElement).trim()
  removeSkipped(tree)
  const nodes = toBlocks(findMain(tree))
  const hasOneTopHeading = nodes.filter(isTopHeading).length === 1
  if (title && !hasOneTopHeading) yield { node: heading(1, [textNode(title)]), page: null, isTitle: true }
  for (const node of nodes) yield { node, page: null }
  progress(1)
}
