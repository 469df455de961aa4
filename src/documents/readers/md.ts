import type { RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Block, Reading } from '../block.ts'
import { charactersOf, withoutData } from '../characters.ts'
import { nested } from '../unreadable-file.ts'
import { nodesOfHtml } from './html.ts'

const pieceLength = 100_000

/**
 * A long text in pieces that end before a heading or at an empty line outside of code, since the parser needs
 * much memory.
 */
const inPieces = (text: string): string[] => {
  if (text.length <= pieceLength) return [text]
  const pieces: string[] = []
  let lines: string[] = []
  let size = 0
  let fence = ''
  for (const line of text.split('\n')) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark && !fence) fence = mark
    else if (mark && fence && mark.startsWith(fence)) fence = ''
    if (!fence && size > pieceLength && (/^#{1,6} /.test(line) || (size > 2 * pieceLength && !line.trim()))) {
      pieces.push(lines.join('\n'))
      lines = []
      size = 0
    }
    lines.push(line)
    size += line.length + 1
  }
  return [...pieces, lines.join('\n')]
}

/**
 * A line that opens more than a hundred quotes and lists in one another: the parser's time grows with the
 * square of them.
 */
const crowd = /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t]))){101}.*$/gm
const rule = /^[ \t]*([-*])(?:[ \t]*\1)*[ \t]*$/

const requireShallow = (text: string) => {
  if (text.match(crowd)?.some((line) => !rule.test(line))) throw nested()
}

const definition = /^ {0,3}\[(?!\^)[^\]\n]+\]:[ \t]*\S.*$/gm

const parsed = (text: string): RootContent[] =>
  fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }).children

/** References become the links and images that they stand for, since lessons are read apart from one another. */
const resolved = (nodes: RootContent[], targets: Map<string, string>): RootContent[] =>
  nodes.map((node): RootContent => {
    if (node.type === 'imageReference')
      return { type: 'image', url: targets.get(node.identifier) ?? '', alt: node.alt ?? '' }
    if (node.type === 'linkReference')
      return { type: 'link', url: targets.get(node.identifier) ?? '', children: node.children }
    return 'children' in node
      ? ({ ...node, children: resolved(node.children, targets) } as RootContent)
      : node
  })

export async function* readMd({ path, images, progress }: Reading): AsyncGenerator<Block> {
  const text = withoutData(await charactersOf(path), (url) => images.addData(url))
  const body = text.replace(/^---\n[\s\S]*?\n(?:---|\.\.\.)\n/, '')
  const own = /^---\n(?:[\s\S]*?\n)?title:[ \t]*["']?(.+?)["']?[ \t]*\n/.exec(
    text.slice(0, text.length - body.length),
  )?.[1]
  if (own)
    yield {
      node: { type: 'heading', depth: 1, children: [{ type: 'text', value: own }] },
      page: null,
      title: true,
    }
  requireShallow(body)
  const targets = new Map<string, string>()
  for (const node of parsed((body.match(definition) ?? []).join('\n\n')))
    if (node.type === 'definition') targets.set(node.identifier, node.url)
  const all = inPieces(body)
  const definitions = [...targets].map(([name, url]) => `[${name}]: <${url}>`).join('\n')
  for (const [at, piece] of all.entries()) {
    const nodes = parsed(all.length > 1 ? `${piece}\n\n${definitions}` : piece)
    for (const node of resolved(nodes, targets)) {
      if (node.type !== 'html') yield { node, page: null }
      else for (const found of nodesOfHtml(node.value, images)) yield { node: found, page: null }
    }
    progress((at + 1) / all.length)
  }
}
