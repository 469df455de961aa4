import type { Element as HtmlElement, ElementContent, Nodes as HtmlNode } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { defaultHandlers, toMdast, type State } from 'hast-util-to-mdast'
import type { PhrasingContent, RootContent } from 'mdast'
import { anchor } from '../../markdown/anchors.ts'
import { heading, paragraph, textNode, type Block, type Reading, type Skip } from '../../markdown/block.ts'
import { readMathML } from '../../markdown/mathml.ts'
import { readTextFile, replaceDataUrls } from '../../text-file.ts'
import type { Element } from '../../xml.ts'
import { markTargets } from './anchors.ts'
import { requireFewOpenTags } from './depth.ts'
import { htmlChildren, findElement, nodeText } from './nodes.ts'
import { prepareTree, requireSmallTables } from './page-tree.ts'

const titleElement = /<title\b[^<>]*>([^<]{0,2000})/i

const inlineTypes = new Set('text link image strong emphasis inlineCode html'.split(' '))

/** Wraps an inline node in a paragraph. */
const wrapInline = (node: RootContent): RootContent =>
  inlineTypes.has(node.type) ? paragraph([node as PhrasingContent]) : node

const toChild = (child: ElementContent): Element | string => {
  if (child.type === 'element') return toElement(child)
  return child.type === 'text' ? child.value : ''
}

const toElement = ({ tagName, properties, children }: HtmlElement): Element => ({
  prefix: '',
  name: tagName,
  attributes: Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, String(value)])),
  children: children.map(toChild),
})

/** Marks a superscript number or letter with `^`. */
const convertSuperscript = (state: State, node: HtmlElement) => {
  const children = state.all(node)
  return /^\d|^[a-z]/i.test(nodeText(node)) ? [textNode('^'), ...children] : children
}

/** Converts a link, a link target, or an element that is both. */
const convertLink = (state: State, node: HtmlElement) => {
  const { id, name, href } = node.properties
  const place = id ?? name
  const places = place === undefined ? [] : [anchor(String(place))]
  return href === undefined ? [...places, ...state.all(node)] : [...places, defaultHandlers.a(state, node)]
}

const toBlocks = (tree: HtmlNode): RootContent[] => {
  const root = toMdast(tree, {
    handlers: {
      a: convertLink,
      math: (_, node) => readMathML(toElement(node)),
      sup: convertSuperscript,
      // keep the words of a drawing, which the default handler drops
      svg: (state, node) => state.all(node),
    },
  })
  return root.type === 'root' ? root.children.map(wrapInline) : []
}

/** Removes elements that are left out and prepares a tree for its conversion to Markdown. */
const prepareHtml = <Tree extends HtmlNode>(tree: Tree, skip: Skip): Tree => {
  prepareTree(tree, skip)
  requireSmallTables(tree)
  return tree
}

/** Converts a fragment of HTML to blocks. */
export const parseHtmlFragment = (html: string, { images, skip }: Pick<Reading, 'images' | 'skip'>) => {
  const text = replaceDataUrls(html, (url) => images.addDataUrl(url))
  requireFewOpenTags(text)
  return toBlocks(prepareHtml(fromHtml(text, { fragment: true }), skip))
}

/** Returns the main part of a page, or its body if the main part has less than half of the text. */
const findMain = (tree: HtmlNode): { body: HtmlNode; main: HtmlNode } => {
  const body = findElement(tree, 'body') ?? tree
  const main = findElement(tree, 'main') ?? findElement(tree, 'article') ?? body
  return { body, main: nodeText(main).length * 2 > nodeText(body).length ? main : body }
}

const skipAround = (node: HtmlNode, main: HtmlNode, skip: Skip): void => {
  if (node === main) return
  if (node.type === 'text') skip('margin', node.value)
  for (const child of htmlChildren(node)) skipAround(child, main, skip)
}

/** Internal subset of an XML document type, which an HTML parser would treat as text. */
const declarations = /^(\s{0,100}(?:<\?xml[^<>]*\?>\s{0,100})?<!doctype[^[<>]*)\[[\s\S]*?\]\s{0,100}>/i

/** Returns the tree of a page without elements that are left out. Throws `UnreadableFile` if parsing takes too long. */
export const parsePage = (text: string, skip: Skip): HtmlNode => {
  requireFewOpenTags(text)
  return prepareHtml(fromHtml(text.replace(declarations, '$1>')), skip)
}

/** Returns the title that a page sets for its window. */
export const findPageTitle = (text: string): string | undefined => {
  const [, title = ''] = titleElement.exec(text) ?? []
  return nodeText(fromHtml(title, { fragment: true })).trim() || undefined
}

export const listPageBlocks = (tree: HtmlNode, skip: Skip): RootContent[] => {
  const { body, main } = findMain(tree)
  skipAround(body, main, skip)
  return toBlocks(main)
}

export async function* readHtml({ images, progress, skip, ...file }: Reading): AsyncGenerator<Block> {
  const text = replaceDataUrls(await readTextFile(file), (url) => images.addDataUrl(url))
  const tree = parsePage(text, skip)
  progress(0.5)
  markTargets(tree)
  const nodes = listPageBlocks(tree, skip)
  const title = findPageTitle(text)
  const topHeadings = nodes.filter((node) => node.type === 'heading' && node.depth === 1)
  if (title && topHeadings.length !== 1)
    yield { node: heading(1, [textNode(title)]), page: null, isTitle: true }
  for (const node of nodes) yield { node, page: null }
  progress(1)
}
