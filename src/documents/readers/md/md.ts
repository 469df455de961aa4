import type { RootContent } from 'mdast'
import { toString } from 'mdast-util-to-string'
import { heading, textNode, type Block, type Reading } from '../../markdown/block.ts'
import type { Images } from '../../images.ts'
import { Slugs } from '../../outline/lesson-links.ts'
import { readTextFile, replaceDataUrls } from '../../text-file.ts'
import { parseHtmlFragment } from '../html/html.ts'
import { parsePieces } from './tree.ts'

const frontMatter = /^---\n[\s\S]*?\n(?:---|\.\.\.)\n/
const titleLine = /^title:(.*)$/m
const quoted = /^["']?(.+?)["']?$/

/** The text below the front matter, and the title that stands in that. */
const splitFrontMatter = (text: string): { title: string | undefined; body: string } => {
  const front = frontMatter.exec(text)?.[0] ?? ''
  const line = titleLine.exec(front)?.[1]?.trim() ?? ''
  return { title: quoted.exec(line)?.[1], body: text.slice(front.length) }
}

const toBlocks = (node: RootContent, images: Images): RootContent[] =>
  node.type === 'html' ? parseHtmlFragment(node.value, images) : [node]

export async function* readMd({ images, progress, ...file }: Reading): AsyncGenerator<Block> {
  const text = replaceDataUrls(await readTextFile(file), (url) => images.addDataUrl(url))
  const { title, body } = splitFrontMatter(text)
  if (title) yield { node: heading(1, [textNode(title)]), page: null, isTitle: true }
  const slugs = new Slugs()
  for (const { nodes, share } of parsePieces(body)) {
    for (const node of nodes.flatMap((node) => toBlocks(node, images)))
      yield { node, page: null, anchors: node.type === 'heading' ? [slugs.next(toString(node))] : [] }
    progress(share)
  }
}
