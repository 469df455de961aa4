import type { Element, ElementContent, Nodes } from 'hast'
import { sanitize, type Schema } from 'hast-util-sanitize'
import { toHtml } from 'hast-util-to-html'
import type { RootContent } from 'mdast'
import { toHast } from 'mdast-util-to-hast'
import { setImmediate } from 'node:timers/promises'
import { parsePieces } from './parser.ts'
import { anchorHref, anchorPrefix, headingAnchors } from './slugs.ts'
import { UnreadableFile } from '../unreadable-file.ts'

/** Limits of one paragraph: beyond them, its parsing blocks the event loop for too long (decision 0027). */
const limits = { maxMarks: 2_000, maxLines: 10_000 }

/** Maximum processor time for rendering a text (µs). */
const maxMicroseconds = 3_000_000

/** Maximum length of the HTML in characters, so that the HTML and its Markdown fit into one response. */
const maxHtmlCharacters = 3_000_000

/** Maximum length of a source shown as written, in characters; each may take six characters in HTML. */
const maxSourceCharacters = maxHtmlCharacters / 6

const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
const blocks = ['p', 'blockquote', 'pre', 'hr', 'ul', 'ol', 'li', 'table']
const tableParts = ['thead', 'tbody', 'tr', 'th', 'td']
const inline = ['a', 'br', 'code', 'del', 'em', 'img', 'strong', 'sup']

/** IDs of headings and footnotes, the targets of links within the text. */
const id: [string, RegExp] = ['id', new RegExp(`^${anchorPrefix}`)]

/** Allowlist of HTML elements and attributes; the sanitizer removes all others. */
const allowed: Schema = {
  tagNames: [...headings, ...blocks, ...tableParts, ...inline],
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
  ancestors: { li: ['ol', 'ul'], ...Object.fromEntries(tableParts.map((tagName) => [tagName, ['table']])) },
  // IDs have their prefix already
  clobberPrefix: '',
  allowComments: false,
  allowDoctypes: false,
}

export interface HtmlOptions {
  /** Returns the URL of a picture, or undefined to show its alternative text instead. */
  toPicture: (url: string) => string | undefined
  /** Origin for URLs that are only a path, such as `https://example.com`. */
  origin: string
}

interface Rendering extends HtmlOptions {
  anchorOf: (heading: Element) => string
}

const hastText = (value: string): ElementContent => ({ type: 'text', value })

/** Returns the URL of a link, or undefined if it is neither a web nor a mail address. */
const safeHref = (url: unknown, origin: string): string | undefined => {
  const absolute = typeof url === 'string' && /^\/(?![/\\])/.test(url) ? origin + url : url
  return typeof absolute === 'string' && /^(?:https?:\/\/|mailto:)/i.test(absolute) ? absolute : undefined
}

const linked = (element: Element, origin: string): Element => {
  const { properties } = element
  const { href: url } = properties
  if (typeof url === 'string' && url.startsWith('#'))
    return { ...element, properties: { ...properties, href: anchorHref(url) } }
  const href = safeHref(url, origin)
  return { ...element, properties: href ? { ...properties, href, rel: ['noopener'] } : {} }
}

const withLinks = (element: Element, { toPicture, origin, anchorOf }: Rendering): ElementContent => {
  const { tagName, properties } = element
  if (headings.includes(tagName)) return { ...element, properties: { id: anchorOf(element) } }
  if (tagName === 'img') {
    const src = toPicture(String(properties['src']))
    return src
      ? { ...element, properties: { ...properties, src } }
      : hastText(String(properties['alt'] ?? ''))
  }
  // show the checkbox of a task as a character, because form fields are not allowed
  if (tagName === 'input') return hastText(properties['checked'] ? '☑' : '☐')
  return tagName === 'a' ? linked(element, origin) : element
}

const rewriteNode = <N extends Nodes>(node: N, options: Rendering): N => {
  if (!('children' in node)) return node
  const children = node.children.map((child) =>
    rewriteNode(child.type === 'element' ? withLinks(child, options) : child, options),
  )
  return { ...node, children } as N
}

/** Shows HTML within Markdown as source text, except line breaks and comments. */
const rawHtml = (_: unknown, { value }: { value: string }): ElementContent | undefined => {
  if (/^<br\s*\/?>$/i.test(value.trim()))
    return { type: 'element', tagName: 'br', properties: {}, children: [] }
  return value.startsWith('<!--') ? undefined : hastText(value)
}

const render = (nodes: RootContent[], options: Rendering, clobberPrefix: string): string => {
  const tree = toHast({ type: 'root', children: nodes }, { handlers: { html: rawHtml }, clobberPrefix })
  return toHtml(sanitize(rewriteNode(tree, options), allowed))
}

const asWritten = (text: string): string => {
  const children = [hastText(text.slice(0, maxSourceCharacters))]
  return toHtml({ type: 'element', tagName: 'pre', properties: {}, children })
}

/** Returns true for an error that means a text is too costly to parse or nested too deeply for the stack. */
const isTooMuch = (error: unknown) => error instanceof UnreadableFile || error instanceof RangeError

/** Returns the processor time of this thread since `before` (µs). */
const microsecondsSince = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.threadCpuUsage(before)
  return user + system
}

/**
 * Renders Markdown as HTML of a few harmless elements, without scripts, styles, forms, frames and event handlers. Links
 * lead to the web, to a mail address or within the text. If the text exceeds the parser limits, 3 s of processor time
 * or 3 million characters of HTML, it returns the source instead, truncated if necessary. It yields to the event loop
 * between the pieces of a long text.
 */
export const toSafeHtml = async (markdown: string, options: HtmlOptions): Promise<string> => {
  const rendering = { ...options, anchorOf: headingAnchors() }
  let html = ''
  let spent = 0
  try {
    let start = process.threadCpuUsage()
    for (const { nodes } of parsePieces(markdown, limits)) {
      // footnotes are numbered from 1 in each piece
      const prefix = html === '' ? anchorPrefix : `${anchorPrefix}${html.length}-`
      html += (html && '\n') + render(nodes, rendering, prefix)
      spent += microsecondsSince(start)
      if (html.length > maxHtmlCharacters || spent > maxMicroseconds) return asWritten(markdown)
      await setImmediate()
      start = process.threadCpuUsage()
    }
    return html
  } catch (error) {
    if (isTooMuch(error)) return asWritten(markdown)
    throw error
  }
}
