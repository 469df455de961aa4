import type { Nodes as HastNodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { toMdast } from 'hast-util-to-mdast'
import type { RootContent } from 'mdast'
import { textNode, type Block, type Reading } from '../block.ts'
import { charactersOf, withoutData } from '../characters.ts'
import type { Images } from '../images.ts'
import { nested } from '../unreadable-file.ts'

/** What stands around the text of a page, or cannot be shown in a lesson. */
const around = new Set([
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
const mostNested = 400

const trimmed = (node: HastNodes, depth = 0): void => {
  if (depth > mostNested) throw nested()
  if (!('children' in node)) return
  const kept = (node.children as HastNodes[]).filter(
    (child) =>
      child.type !== 'element' || (!around.has(child.tagName) && child.properties['hidden'] !== true),
  )
  node.children = kept as typeof node.children
  for (const child of kept) trimmed(child, depth + 1)
}

const find = (node: HastNodes, name: string): HastNodes | undefined => {
  if (node.type === 'element' && node.tagName === name) return node
  if (!('children' in node)) return undefined
  for (const child of node.children as HastNodes[]) {
    const found = find(child, name)
    if (found) return found
  }
  return undefined
}

const wordsIn = (node: HastNodes | undefined): string =>
  !node
    ? ''
    : node.type === 'text'
      ? node.value
      : 'children' in node
        ? (node.children as HastNodes[]).map(wordsIn).join('')
        : ''

/** What is inline on its own is put into paragraphs. */
const asBlocks = (nodes: RootContent[]): RootContent[] =>
  nodes.map((node): RootContent =>
    node.type === 'text' ||
    node.type === 'link' ||
    node.type === 'image' ||
    node.type === 'strong' ||
    node.type === 'emphasis' ||
    node.type === 'inlineCode'
      ? { type: 'paragraph', children: [node] }
      : node,
  )

const converted = (tree: HastNodes): RootContent[] => {
  const mdast = toMdast(tree, {
    handlers: {
      sup: (state, node) =>
        [textNode('^'), ...state.all(node)].slice(/^\d|^[a-z]/i.test(wordsIn(node)) ? 0 : 1),
    },
  })
  return mdast.type === 'root' ? asBlocks(mdast.children) : []
}

/** A piece of HTML as blocks. */
export const nodesOfHtml = (html: string, images: Images): RootContent[] => {
  const tree = fromHtml(
    withoutData(html, (url) => images.addData(url)),
    { fragment: true },
  )
  trimmed(tree)
  return converted(tree)
}

export async function* readHtml({ path, images, progress }: Reading): AsyncGenerator<Block> {
  const text = withoutData(await charactersOf(path), (url) => images.addData(url))
  const tree = fromHtml(text)
  progress(0.5)
  const title = wordsIn(find(tree, 'title')).trim()
  trimmed(tree)
  const body = find(tree, 'main') ?? find(tree, 'article') ?? find(tree, 'body') ?? tree
  const whole = find(tree, 'body') ?? tree
  const nodes = converted(wordsIn(body).length * 2 > wordsIn(whole).length ? body : whole)
  const heads = nodes.filter((node) => node.type === 'heading' && node.depth === 1).length
  if (title && heads !== 1)
    yield { node: { type: 'heading', depth: 1, children: [textNode(title)] }, page: null, title: true }
  for (const node of nodes) yield { node, page: null }
  progress(1)
}
