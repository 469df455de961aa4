import type { BlockContent, PhrasingContent } from 'mdast'
import { anchor } from '../../markdown/anchors.ts'
import { paragraph, textNode } from '../../markdown/block.ts'
import { applyMarks, mergeRuns, trimInline } from '../../markdown/inline.ts'
import { byName, findByPath, findElements, textContent, type Element } from '../../xml.ts'
import { isDrawing, readFrameContent, type OdfDocument } from './document.ts'

type Inline = PhrasingContent[]
type Handler = (element: Element, document: OdfDocument) => Inline | Promise<Inline>

const maxSpaces = 40

const headingNumber = /^#(?:\d+\.)+/

/** Returns the URL of a link; removes the number in front of the name of a heading, `#1.2.Name|outline`. */
const toUrl = (href: string) => (href.endsWith('|outline') ? href.replace(headingNumber, '#') : href)

const readSpaces: Handler = ({ attributes }) => [
  textNode(' '.repeat(Math.min(maxSpaces, Number(attributes['text:c'] ?? 1)))),
]

const readSpan: Handler = async (span, document) => {
  const style = document.styles.get(span.attributes['text:style-name'] ?? '')
  return applyMarks(await readOdfInline(span, document), style ?? {})
}

const toOdfLink = async (url: string, element: Element, document: OdfDocument): Promise<Inline> => [
  { type: 'link', url, children: await readOdfInline(element, document) },
]

const readLink: Handler = (link, document) =>
  toOdfLink(toUrl(link.attributes['xlink:href'] ?? ''), link, document)

/** Reads the formula or image of a drawing; its text follows the paragraph. */
const readDrawingInline: Handler = (drawing, document) => {
  document.drawings.push(drawing)
  return readFrameContent(drawing, document)
}

/** Writes ruby text in parentheses after its base, as programs do if they cannot render it. */
const readOdfRuby: Handler = async (ruby, document) => {
  const reading = textContent(findByPath(ruby, 'ruby-text')).trim()
  const base = await readOdfInline(findByPath(ruby, 'ruby-base'), document)
  return reading ? [...base, textNode(`(${reading})`)] : base
}

/** Reads a note as a reference; its definition follows the paragraph. */
const readNote: Handler = async (note, document) => {
  const id = note.attributes['text:id'] ?? String(document.openNotes.length + 1)
  const label = id.replace(/\W/g, '')
  const children: BlockContent[] = []
  for (const element of findElements(findByPath(note, 'note-body') ?? note, 'p'))
    children.push(paragraph(trimInline(await readOdfInline(element, document))))
  document.openNotes.push({ type: 'footnoteDefinition', identifier: label, label, children })
  return [{ type: 'footnoteReference', identifier: label, label }]
}

const readBookmark: Handler = ({ attributes }) => [anchor(attributes['text:name'] ?? '')]

/** Reads a reference to a bookmark or mark as a link with the stored text. */
const readReference: Handler = (reference, document) =>
  toOdfLink(`#${reference.attributes['text:ref-name'] ?? ''}`, reference, document)

/** Elements of a paragraph with their own handler; readers descend into all others. */
const inlineHandlers = byName<Handler>({
  s: readSpaces,
  tab: () => [textNode(' ')],
  'line-break': () => [{ type: 'break' }],
  span: readSpan,
  a: readLink,
  note: readNote,
  bookmark: readBookmark,
  'bookmark-start': readBookmark,
  'reference-mark': readBookmark,
  'reference-mark-start': readBookmark,
  'bookmark-ref': readReference,
  'reference-ref': readReference,
  ruby: readOdfRuby,
})

const readOdfChild = (child: Element | string, document: OdfDocument): Inline | Promise<Inline> => {
  if (typeof child === 'string') return [textNode(child.replace(/\s+/g, ' '))]
  const handle = inlineHandlers.get(child.name) ?? (isDrawing(child) ? readDrawingInline : readOdfInline)
  return handle(child, document)
}

export const readOdfInline = async (parent: Element | undefined, document: OdfDocument): Promise<Inline> => {
  const found: Inline = []
  for (const child of parent?.children ?? []) found.push(...(await readOdfChild(child, document)))
  return mergeRuns(found)
}
