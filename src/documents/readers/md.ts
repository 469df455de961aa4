import type { RootContent } from 'mdast'
import { toString } from 'mdast-util-to-string'
import { parseDocument } from 'yaml'
import { heading, textNode, type Block, type Reading, type Skip } from '../markdown/block.ts'
import { Slugs } from '../markdown/slugs.ts'
import { readTextFile, replaceDataUrls } from '../text-file.ts'
import { parseHtmlFragment } from './html/html.ts'
import { parsePieces } from '../markdown/parser.ts'

const frontMatter = /^---\n([^\n]*:[\s\S]*?\n)(?:---|\.\.\.)(?:\n|$)/

const isMapping = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns the title in the front matter of a text (a YAML mapping), and its body. Other text between rules stays. */
const splitFrontMatter = (text: string, skip: Skip): { title: string | undefined; body: string } => {
  const [front = '', yaml = ''] = frontMatter.exec(text) ?? []
  const document = parseDocument(yaml)
  const mapping: unknown = document.errors.length === 0 ? document.toJS() : undefined
  if (!isMapping(mapping)) return { title: undefined, body: text }
  skip('control', yaml)
  const { title } = mapping
  return { title: typeof title === 'string' ? title : undefined, body: text.slice(front.length) }
}

export async function* readMd({ images, skip, progress, ...file }: Reading): AsyncGenerator<Block> {
  const toBlocks = (node: RootContent) =>
    node.type === 'html' ? parseHtmlFragment(node.value, { images, skip }) : [node]
  const text = replaceDataUrls(await readTextFile(file), (url) => images.addDataUrl(url))
  const { title, body } = splitFrontMatter(text, skip)
  if (title) yield { node: heading(1, [textNode(title)]), page: null, isTitle: true }
  const slugs = new Slugs()
  for (const { nodes, share } of parsePieces(body)) {
    for (const node of nodes.flatMap(toBlocks))
      yield { node, page: null, anchors: node.type === 'heading' ? [slugs.next(toString(node))] : [] }
    progress(share)
  }
}
