import type { Element, Nodes } from 'hast'
import type { RootContent } from 'mdast'
import { anchor } from '../../markdown/anchors.ts'
import { readArchive, type Archive } from '../../archive.ts'
import { heading, textNode, type Block, type Reading } from '../../markdown/block.ts'
import { toWords } from '../../markdown/markdown.ts'
import { resolvePart } from '../../relationships.ts'
import { readImage } from '../image.ts'
import { readPackage, type EpubPackage } from './package.ts'
import { markAllTargets } from '../html/anchors.ts'
import { findPageTitle, listPageBlocks, parsePage } from '../html/html.ts'

type Book = EpubPackage & { archive: Archive } & Pick<Reading, 'images' | 'skip'>
type Page = { title: string | undefined; nodes: RootContent[] }

/** Self-closing tags: XML closes them, but an HTML parser leaves them open unless the element is void. */
const closedTag =
  /<(?!(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)\b)([a-z][\w:-]*)(?![\w:-])([^<>]*)\/>/gi
/** Name of a file or project, which is unsuitable as a title. */
const identifier = /^[a-z\d_.-]*$/
const external = /^[a-z][a-z\d+.-]*:/i

/** Resolves a URL within the book to a part of the archive, or to an element in it by ID. */
const resolveHref = (href: string, part: string): string => {
  const [path = '', id] = href.split('#', 2)
  const target = path ? resolvePart(path, part) : part
  return id ? `${target}#${id}` : target
}

const showImage = async ({ properties }: Element, part: string, book: Book) => {
  const [image] = await readImage(resolvePart(String(properties['src'] ?? ''), part), '', book)
  properties['src'] = image?.url ?? ''
}

/** Makes URLs and IDs unique in the whole book, and adds its images. */
const resolveAddresses = async (node: Nodes, part: string, book: Book): Promise<void> => {
  if (!('children' in node)) return
  if (node.type === 'element') {
    const { properties } = node
    const { href, id } = properties
    if (typeof href === 'string' && !external.test(href)) properties['href'] = `#${resolveHref(href, part)}`
    if (typeof id === 'string') properties['id'] = `${part}#${id}`
    if (node.tagName === 'img') await showImage(node, part, book)
  }
  for (const child of node.children) await resolveAddresses(child, part, book)
}

const readEpubPage = async (part: string, book: Book): Promise<Page> => {
  const bytes = await book.archive.readBytes(part)
  const text = new TextDecoder().decode(bytes).replaceAll(closedTag, '<$1$2></$1>')
  const tree = parsePage(text, book.skip)
  await resolveAddresses(tree, part, book)
  markAllTargets(tree)
  return { title: findPageTitle(text), nodes: [anchor(part), ...listPageBlocks(tree, book.skip)] }
}

const isHeading = (node: RootContent) => node.type === 'heading'
const hasText = (node: RootContent) => !isHeading(node) && toWords(node).trim() !== ''

/** Returns the title of a book, or that of its first page if the book title is a technical identifier. */
const findBookTitle = ({ title }: EpubPackage, first: Page): string | undefined =>
  identifier.test(title) ? first.title : title

/** Adds a heading to a page without one, if the table of contents has a title for it. */
const withHeading = ({ nodes }: Page, title: string | undefined): RootContent[] =>
  title && nodes.some(hasText) && !nodes.some(isHeading) ? [heading(1, [textNode(title)]), ...nodes] : nodes

/** Returns the blocks of the first page; a heading with the words of the title becomes the title. */
const withTitle = (nodes: RootContent[], title: string | undefined): Block[] => {
  const named = nodes.findIndex((node) => isHeading(node) && toWords(node).trim() === title)
  const blocks: Block[] = nodes.map((node, at) => ({ node, page: null, isTitle: at === named }))
  if (title && named < 0) blocks.unshift({ node: heading(1, [textNode(title)]), page: null, isTitle: true })
  return blocks
}

async function* readBook(book: Book, progress: Reading['progress']): AsyncGenerator<Block> {
  /** Blocks of pages without text. They are yielded before the next text, and left out at the end of the book. */
  let waiting: Block[] = []
  for (const [at, part] of book.parts.entries()) {
    const page = await readEpubPage(part, book)
    const nodes = withHeading(page, book.titlesOfParts.get(part))
    const blocks = withTitle(nodes, at === 0 ? findBookTitle(book, page) : undefined)
    waiting.push(...blocks)
    if (nodes.some(hasText)) {
      yield* waiting
      waiting = []
    }
    progress((at + 1) / book.parts.length)
  }
  for (const { node } of waiting) book.skip('contents', toWords(node))
}

export const readEpub = ({ images, skip, progress, ...file }: Reading): AsyncGenerator<Block> =>
  readArchive(file, async function* (archive) {
    yield* readBook({ ...(await readPackage(archive)), archive, images, skip }, progress)
  })
