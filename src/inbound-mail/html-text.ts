import type { Element, Nodes } from 'hast'
import { fromHtml } from 'hast-util-from-html'
import { defaultHandlers, toMdast, type State } from 'hast-util-to-mdast'
import type { Nodes as MarkdownNode, PhrasingContent, RootContent } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { toMarkdown, type Handlers } from 'mdast-util-to-markdown'
import { requireFewOpenTags } from '../documents/readers/html/depth.ts'

/** Maximum length of HTML that is read (characters, including tags). */
export const maxHtmlCharacters = 200_000

/** Returns the mark in a text for a picture of the mail, by its Content-ID. */
export const pictureMark = (id: string): string => `![](cid:${encodeURIComponent(id).replaceAll(')', '%29')})`

const pictureMarks = /!\[\]\(cid:([^)\s]*)\)/g

const decodeContentId = (id: string) => {
  try {
    return decodeURIComponent(id)
  } catch {
    return id
  }
}

/** Returns the Content-IDs of the pictures that a text shows. */
export const displayedContentIds = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(pictureMarks), ([, id = '']) => decodeContentId(id))),
]

const backgrounds = /(?:\bbackground\s*=\s*["']?|\burl\(\s*["']?)cid:([^"'\s<>()]{1,500})/gi

/** Returns the Content-IDs of the pictures that HTML has as a background. */
export const backgroundContentIds = (html: string): string[] =>
  Array.from(html.matchAll(backgrounds), ([, id = '']) => decodeContentId(id))

export const withoutPictures = (text: string): string => text.replace(pictureMarks, '')

/** Returns true for a signature as Gmail, Thunderbird and the variants of Outlook mark it. */
const isSignatureElement = ({ properties: { id, name, style, className } }: Element): boolean =>
  /^(x_)?(Signature|ms-outlook-mobile-signature)$/i.test(String(id)) ||
  [name, style].some((value) => String(value).includes('_MailAutoSig')) ||
  (Array.isArray(className) && className.some((one) => one === 'gmail_signature' || one === 'moz-signature'))

/**
 * Removes the pictures in signatures and returns their addresses; otherwise they would be files of every mail of a
 * person.
 */
const removeSignatureImages = (node: Nodes, isSigned = false): string[] => {
  if (!('children' in node)) return []
  const isInside = isSigned || (node.type === 'element' && isSignatureElement(node))
  const isLogo = (child: Nodes): child is Element =>
    isInside && child.type === 'element' && child.tagName === 'img'
  const logos = (node.children as Nodes[]).filter(isLogo).map(({ properties }) => String(properties['src']))
  node.children = node.children.filter((child) => !isLogo(child)) as typeof node.children
  return [...logos, ...node.children.flatMap((child) => removeSignatureImages(child, isInside))]
}

const convertChildren = (state: State, node: Element) => state.all(node)

/** Returns a table row as one line; if a cell has more than a paragraph, returns the cells one below the other. */
const flattenTableRow = (state: State, node: Element): RootContent[] => {
  const cells = node.children
    .filter((child) => child.type === 'element')
    .map((cell) => state.toFlow(state.all(cell)))
    .filter((blocks) => blocks.length > 0)
  const lines = cells.flatMap(([block, ...others]) =>
    block?.type === 'paragraph' && others.length === 0 ? [block.children] : [],
  )
  if (lines.length < cells.length) return cells.flat()
  const separator: PhrasingContent = { type: 'text', value: ' | ' }
  const children = lines.flatMap((line, index) => (index === 0 ? line : [separator, ...line]))
  return children.length === 0 ? [] : [{ type: 'paragraph', children }]
}

/** Converts a link; an anchor without `href`, as Outlook uses for signatures, is only its content. */
const convertAnchor = (state: State, node: Element) =>
  node.properties['href'] ? defaultHandlers.a(state, node) : state.all(node)

const fromElements = {
  a: convertAnchor,
  tr: flattenTableRow,
  // quotes are recognized by lines that begin with `From:`, not with `**From:**`
  ...Object.fromEntries(
    ['table', 'thead', 'tbody', 'tfoot', 'b', 'strong', 'i', 'em'].map((name) => [name, convertChildren]),
  ),
}

/** Handlers that write text unescaped, as its sender typed it, and drop horizontal rules. */
const toText: Partial<Handlers> = {
  text: ({ value }: { value: string }) => value,
  break: () => '\n',
  thematicBreak: () => '',
  image: ({ url, alt }: { url: string; alt?: string | null }) => {
    const [, id] = /^cid:(.*)$/i.exec(url) ?? []
    if (id !== undefined) return pictureMark(decodeContentId(id))
    return /^https?:/i.test(url) ? `![${alt ?? ''}](${url})` : (alt ?? '')
  },
}

const unseen = /<(style|script|head|title)\b[^<>]*>[^]*?<\/\1\s*>|<!--[^]*?-->/gi
const lineTags = /<\/?(?:p|div|br|tr|li|ul|ol|table|h\d|hr|pre|blockquote)\b[^<>]*>/gi

/** Returns HTML without its layout: only its lines and pictures are left, so that it has no depth. */
export const flatHtml = (html: string): string =>
  html
    .replace(unseen, '')
    .replace(lineTags, '\u0000')
    .replace(/<(?!img\b)[a-z/!?][^<>]*>/gi, '')
    .split('\u0000')
    .flatMap((line) => line.trim() || [])
    .join('<br>')

/**
 * Returns the text of HTML, with {@link pictureMark}s, and adds the Content-IDs of pictures of signatures to `logos`.
 * Throws for HTML that is too deep or too long.
 */
export const htmlText = (html: string, logos: string[] = []): string => {
  if (html.length > maxHtmlCharacters) throw new Error('The HTML is too long.')
  requireFewOpenTags(html)
  const tree = fromHtml(html)
  logos.push(...removeSignatureImages(tree).map((src) => decodeContentId(src.replace(/^cid:/i, ''))))
  const root: MarkdownNode = toMdast(tree, { handlers: fromElements })
  return toMarkdown(root, { extensions: [gfmToMarkdown()], bullet: '-', handlers: toText })
    .replaceAll('\u00A0', ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
}
