import type { Element, ElementContent, Nodes } from 'hast'
import { sanitize, type Schema } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import type { RootContent } from 'mdast'
import { toHast } from 'mdast-util-to-hast'
import { setImmediate } from 'node:timers/promises'
import { anchorHref, anchorPrefix, headingAnchors } from './html-anchors.ts'
import { parsePieces } from '../readers/md/tree.ts'
import { UnreadableFile } from '../unreadable-file.ts'

/**
 * Beyond so much in one paragraph parsing takes more than tens of milliseconds, and nothing else is done meanwhile
 * (decision 0027).
 */
const limits = { maxMarks: 2_000, maxLines: 10_000 }

/** How long the processor may render a text, in microseconds. */
const maxMicroseconds = 3_000_000

/** How much HTML there may be, in characters: with the Markdown beside it an answer has room for no more. */
const maxHtmlCharacters = 3_000_000

/** So much of a source that is shown as it was written, in characters; each may take six in HTML. */
const maxSourceCharacters = maxHtmlCharacters / 6

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const blocks = ['p', 'blockquote', 'pre', 'hr', 'ul', 'ol', 'li', 'table', 'thead', 'tbody', 'tr', 'th', 'td']
const inline = ['a', 'br', 'code', 'del', 'em', 'img', 'strong', 'sup']

/** The place of a heading or a footnote, to which a link of the same text leads. */
const id: [string, RegExp] = ['id', new RegExp(`^${anchorPrefix}`)]

/** All that may stand in the HTML; whatever is not named here does not. */
const allowed: Schema = {
  tagNames: [...headings, ...blocks, ...inline],
  attributes: {
    ...Object.fromEntries([...headings, 'li'].map((tagName) => [tagName, [id]])),
    a: [id, 'href', 'title', ['rel', 'noopener']],
    code: [['className', /^language-[\w+#.-]+$/]],
    img: ['src', 'alt', 'title'],
    ol: ['start'],
    td: [['align', 'left', 'center', 'right']],
    th: [['align', 'left', 'center', 'right']],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  ancestors: {
    li: ['ol', 'ul'],
    td: ['table'],
    th: ['table'],
    tr: ['table'],
    tbody: ['table'],
    thead: ['table'],
  },
  // ids have their prefix already
  clobberPrefix: '',
  allowComments: false,
  allowDoctypes: false,
}

export interface HtmlOptions {
  /** Where a picture is loaded from; undefined for one that is not to be shown, in whose place its words stand. */
  toPicture: (url: string) => string | undefined
  /** What the addresses begin with that say a path alone, such as `https://example.com`. */
  origin: string
}

interface Rendering extends HtmlOptions {
  anchorOf: (heading: Element) => string
}

const textOf = (value: string): ElementContent => ({ type: 'text', value })

/** The address of a link, or undefined where it is none of the web and no mail address. */
const hrefOf = (url: unknown, origin: string): string | undefined => {
  const absolute = typeof url === 'string' && /^\/(?![/\\])/.test(url) ? origin + url : url
  return typeof absolute === 'string' && /^(?:https?:\/\/|mailto:)/i.test(absolute) ? absolute : undefined
}

const linked = (element: Element, origin: string): Element => {
  const { properties } = element
  const { href: url } = properties
  if (typeof url === 'string' && url.startsWith('#'))
    return { ...element, properties: { ...properties, href: anchorHref(url) } }
  const href = hrefOf(url, origin)
  return { ...element, properties: href ? { ...properties, href, rel: ['noopener'] } : {} }
}

const withLinks = (element: Element, { toPicture, origin, anchorOf }: Rendering): ElementContent => {
  const { tagName, properties } = element
  if (headings.includes(tagName)) return { ...element, properties: { id: anchorOf(element) } }
  if (tagName === 'img') {
    const src = toPicture(String(properties['src']))
    return src ? { ...element, properties: { ...properties, src } } : textOf(String(properties['alt'] ?? ''))
  }
  // the box of a task, without the field of a form
  if (tagName === 'input') return textOf(properties['checked'] ? '☑' : '☐')
  return tagName === 'a' ? linked(element, origin) : element
}

const change = <N extends Nodes>(node: N, options: Rendering): N => {
  if (!('children' in node)) return node
  const children = node.children.map((child) =>
    change(child.type === 'element' ? withLinks(child, options) : child, options),
  )
  return { ...node, children } as N
}

/** HTML within Markdown is shown as it was written, but for line breaks and comments. */
const rawHtml = (_: unknown, { value }: { value: string }): ElementContent | undefined => {
  if (/^<br\s*\/?>$/i.test(value.trim()))
    return { type: 'element', tagName: 'br', properties: {}, children: [] }
  return value.startsWith('<!--') ? undefined : textOf(value)
}

const render = (nodes: RootContent[], options: Rendering, clobberPrefix: string): string => {
  const tree = toHast({ type: 'root', children: nodes }, { handlers: { html: rawHtml }, clobberPrefix })
  return toHtml(sanitize(change(tree, options), allowed))
}

const asWritten = (text: string): string => {
  const pre: Element = { type: 'element', tagName: 'pre', properties: {}, children: [] }
  const children = [textOf(text.slice(0, maxSourceCharacters))]
  return toHtml({ ...pre, children })
}

/** What is too costly to be parsed, or nested too deep for the stack. */
const isTooMuch = (error: unknown) => error instanceof UnreadableFile || error instanceof RangeError

/** What the processor does for a piece of work, in microseconds. */
const costOf = <T>(work: () => T): { result: T; cost: number } => {
  const before = process.threadCpuUsage()
  const result = work()
  const { user, system } = process.threadCpuUsage(before)
  return { result, cost: user + system }
}

/**
 * Markdown as HTML of a few harmless elements: no script, style, form, frame or handler of events. Links lead to the
 * web, to a mail address or within the text. Of a text that nobody would write, and of one that takes longer than 3 s
 * of the processor or 3 million characters of HTML, only the source is shown, cut where that is too long as well.
 * Others are answered between the pieces of a long text.
 */
export const toSafeHtml = async (markdown: string, options: HtmlOptions): Promise<string> => {
  const rendering = { ...options, anchorOf: headingAnchors() }
  let html = ''
  let spent = 0
  try {
    const pieces = parsePieces(markdown, limits)
    for (;;) {
      const { result, cost } = costOf(() => {
        const { value } = pieces.next()
        // footnotes are numbered from 1 in each piece
        const prefix = html === '' ? anchorPrefix : `${anchorPrefix}${html.length}-`
        return value && render(value.nodes, rendering, prefix)
      })
      if (result === undefined) return html
      html += html === '' ? result : `\n${result}`
      spent += cost
      if (html.length > maxHtmlCharacters || spent > maxMicroseconds) return asWritten(markdown)
      await setImmediate()
    }
  } catch (error) {
    if (isTooMuch(error)) return asWritten(markdown)
    throw error
  }
}
