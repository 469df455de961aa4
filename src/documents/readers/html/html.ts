import type { Element as HtmlElement, Nodes as HtmlNode } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { defaultHandlers, toMdast, type State } from 'hast-util-to-mdast'
import type { PhrasingContent, RootContent } from 'mdast'
import { anchor } from '../../markdown/anchors.ts'
import { heading, textNode, type Block, type Reading } from '../../markdown/block.ts'
import type { Images } from '../../images.ts'
import { readTextFile, replaceDataUrls } from '../../text-file.ts'
import { nested } from '../../unreadable-file.ts'
import { childrenOf, markTargets } from './anchors.ts'
import { placeCaptions } from './captions.ts'
import { keepContentsAlone } from './contents.ts'
import { requireFewOpenTags } from './depth.ts'
import { convertFormula } from './math.ts'
import { requireSmallTables } from './tables.ts'

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
const titleElement = /<title\b[^<>]*>([^<]{0,2000})/i

const isShown = (node: HtmlNode): boolean =>
  node.type !== 'element' || (!skippedElements.has(node.tagName) && node.properties['hidden'] !== true)

const removeSkipped = (node: HtmlNode, depth = 0): void => {
  if (depth > maxDepth) throw nested()
  if (!('children' in node)) return
  const shown = keepContentsAlone(node, childrenOf(node).filter(isShown))
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
  'html',
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

/** A link, or the place that others lead to, or both. */
const convertLink = (state: State, node: HtmlElement) => {
  const { id, name, href } = node.properties
  const place = id ?? name
  const places = place === undefined ? [] : [anchor(String(place))]
  return href === undefined ? [...places, ...state.all(node)] : [...places, defaultHandlers.a(state, node)]
}

const toBlocks = (tree: HtmlNode): RootContent[] => {
  const root = toMdast(tree, {
    handlers: { a: convertLink, math: (_, node) => convertFormula(node), sup: convertSuperscript },
  })
  return root.type === 'root' ? root.children.map(toBlock) : []
}

/** A piece of HTML as blocks. */
export const parseHtmlFragment = (html: string, images: Images): RootContent[] => {
  const text = replaceDataUrls(html, (url) => images.addDataUrl(url))
  requireFewOpenTags(text)
  const tree = fromHtml(text, { fragment: true })
  removeSkipped(tree)
  requireSmallTables(tree)
  placeCaptions(tree)
  return toBlocks(tree)
}

/** The main part of a page, unless it has less than half of the page's text. */
const findMain = (tree: HtmlNode): HtmlNode => {
  const body = findElement(tree, 'body') ?? tree
  const main = findElement(tree, 'main') ?? findElement(tree, 'article') ?? body
  return textContent(main).length * 2 > textContent(body).length ? main : body
}

/** Entities that a page of XML declares: a parser of HTML takes them for text. */
const declarations = /^(\s{0,100}(?:<\?xml[^<>]*\?>\s{0,100})?<!doctype[^[<>]*)\[[\s\S]*?\]\s{0,100}>/i

/** The tree of a page, without what is not read. Throws `UnreadableFile` for what takes too long to read. */
export const parsePage = (text: string): HtmlNode => {
  requireFewOpenTags(text)
  const tree = fromHtml(text.replace(declarations, '$1>'))
  removeSkipped(tree)
  requireSmallTables(tree)
  placeCaptions(tree)
  return tree
}

/** The title that a page gives itself for the window. */
export const findPageTitle = (text: string): string | undefined => {
  const [, title = ''] = titleElement.exec(text) ?? []
  return textContent(fromHtml(title, { fragment: true })).trim() || undefined
}

export const listPageBlocks = (tree: HtmlNode): RootContent[] => toBlocks(findMain(tree))

const isTopHeading = (node: RootContent) => node.type === 'heading' && node.depth === 1

export async function* readHtml({ images, progress, ...file }: Reading): AsyncGenerator<Block> {
  const text = replaceDataUrls(await readTextFile(file), (url) => images.addDataUrl(url))
  const tree = parsePage(text)
  progress(0.5)
  markTargets(tree)
  const nodes = listPageBlocks(tree)
  const title = findPageTitle(text)
  const hasOneTopHeading = nodes.filter(isTopHeading).length === 1
  if (title && !hasOneTopHeading) yield { node: heading(1, [textNode(title)]), page: null, isTitle: true }
  for (const node of nodes) yield { node, page: null }
  progress(1)
}
