import type { RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { heading, textNode, type Block, type Reading } from '../block.ts'
import type { Images } from '../images.ts'
import { readTextFile, replaceDataUrls } from '../text-file.ts'
import { nested } from '../unreadable-file.ts'
import { parseHtmlFragment } from './html.ts'
import { splitMarkdown } from './md-pieces.ts'

/** A line that opens more than a hundred quotes and lists in one another: parsing it takes the square of them. */
const deepLine = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){101}.*$/gm
const thematicBreak = /^[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$/

const requireShallow = (text: string) => {
  if (text.match(deepLine)?.some((line) => !thematicBreak.test(line))) throw nested()
}

const frontMatter = /^---\n[\s\S]*?\n(?:---|\.\.\.)\n/
const frontMatterTitle = /^---\n(?:[\s\S]*?\n)?title:[ \t]*["']?(.+?)["']?[ \t]*\n/

/** The text below the front matter, and the title that stands in that. */
const splitFrontMatter = (text: string): { title: string | undefined; body: string } => {
  const front = frontMatter.exec(text)?.[0] ?? ''
  return { title: frontMatterTitle.exec(front)?.[1], body: text.slice(front.length) }
}

const parseMarkdown = (text: string): RootContent[] =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children

type Targets = Map<string, string>

const definitionLine = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S.*$/gm

const findDefinitions = (body: string): Targets => {
  const targets: Targets = new Map()
  for (const node of parseMarkdown((body.match(definitionLine) ?? []).join('\n\n')))
    if (node.type === 'definition') targets.set(node.identifier, node.url)
  return targets
}

/** References become the links and images that they stand for, since lessons are read apart from one another. */
const resolveReferences = (node: RootContent, targets: Targets): RootContent => {
  if (node.type === 'imageReference')
    return { type: 'image', url: targets.get(node.identifier) ?? '', alt: node.alt ?? '' }
  if (node.type === 'linkReference')
    return { type: 'link', url: targets.get(node.identifier) ?? '', children: node.children }
  if (!('children' in node)) return node
  const children = node.children.map((child) => resolveReferences(child, targets))
  return { ...node, children } as RootContent
}

const toBlocks = (node: RootContent, targets: Targets, images: Images): RootContent[] => {
  const resolved = resolveReferences(node, targets)
  return resolved.type === 'html' ? parseHtmlFragment(resolved.value, images) : [resolved]
}

export async function* readMd({ path, images, progress }: Reading): AsyncGenerator<Block> {
  const text = replaceDataUrls(await readTextFile(path), (url) => images.addDataUrl(url))
  const { title, body } = splitFrontMatter(text)
  if (title) yield { node: heading(1, [textNode(title)]), page: null, isTitle: true }
  requireShallow(body)
  const targets = findDefinitions(body)
  const pieces = splitMarkdown(body)
  const definitions = [...targets].map(([name, url]) => `[${name}]: <${url}>`).join('\n')
  for (const [at, piece] of pieces.entries()) {
    const nodes = parseMarkdown(pieces.length > 1 ? `${piece}\n\n${definitions}` : piece)
    for (const node of nodes.flatMap((node) => toBlocks(node, targets, images))) yield { node, page: null }
    progress((at + 1) / pieces.length)
  }
}
