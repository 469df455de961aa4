import type { PhrasingContent } from 'mdast'
import { anchor } from '../../markdown/anchors.ts'
import { textNode } from '../../markdown/block.ts'
import { missingFormula } from '../../markdown/formula.ts'
import { applyMarks, mergeRuns, trimInline } from '../../markdown/inline.ts'
import { readOmml } from '../../markdown/omml.ts'
import { byName, childElements, findByPath, findElements, textContent, type Element } from '../../xml.ts'
import { readImage } from '../image.ts'
import { FieldLinks, fieldTarget } from './fields.ts'
import { noteLabel, type DocxDocument } from './document.ts'
import { getValue, isPropertyOn } from './styles.ts'

type Inline = PhrasingContent[]
type Handler = (element: Element, document: DocxDocument) => Inline | Promise<Inline>

const monospaced = /courier|consolas|menlo|monaco|mono\b|code/i

/** Reads the pictures of a drawing; its text follows the paragraph. */
const readDocxDrawing: Handler = async (drawing, document) => {
  document.drawings.push(drawing)
  const alt = findElements(drawing, 'docPr')[0]?.attributes['descr'] ?? ''
  const found: Inline = []
  for (const { attributes } of findElements(drawing, 'blip', 'imagedata', 'txbxContent')) {
    const id = attributes['r:embed'] ?? attributes['r:id'] ?? ''
    found.push(...(await readImage(document.relationships.get(id)?.target, alt, document)))
  }
  return found
}

const readNoteReference: Handler = (reference, document) => {
  const label = noteLabel(reference)
  document.openNotes.push(label)
  return [{ type: 'footnoteReference', identifier: label, label }]
}

const countPage: Handler = (_, document) => {
  if (document.page !== null) document.page += 1
  return []
}

const lineBreak: PhrasingContent = { type: 'break' }

/** Reads a line break; a page or column break becomes a space, because it separates words. */
const readBreak: Handler = ({ attributes }) =>
  (attributes['w:type'] ?? 'textWrapping') === 'textWrapping' ? [lineBreak] : [textNode(' ')]

/** Writes ruby text in parentheses after its base, as programs do if they cannot render it. */
const readDocxRuby: Handler = async (ruby, document) => {
  const reading = trimInline(await readDocxInline(findByPath(ruby, 'rt'), document))
  const base = await readDocxInline(findByPath(ruby, 'rubyBase'), document)
  return reading.length > 0 ? [...base, textNode('('), ...reading, textNode(')')] : base
}

/** Marks a superscript number or letter with `^`. */
const raise = (found: Inline): Inline => {
  const [first] = found
  return first?.type === 'text' && /^[\da-z]/i.test(first.value) ? [textNode('^'), ...found] : found
}

const readDocxRun: Handler = async (run, document) => {
  const properties = findByPath(run, 'rPr')
  const found = await readDocxInline(run, document)
  const font = findByPath(properties, 'rFonts')?.attributes['w:ascii'] ?? ''
  const style = getValue(findByPath(properties, 'rStyle')) ?? ''
  const isRaised = getValue(findByPath(properties, 'vertAlign')) === 'superscript'
  return applyMarks(isRaised ? raise(found) : found, {
    strong: isPropertyOn(properties, 'b'),
    emphasis: isPropertyOn(properties, 'i'),
    delete: isPropertyOn(properties, 'strike'),
    code: monospaced.test(font) || monospaced.test(style),
  })
}

/** Creates a link to a URL or to a bookmark of the document. */
const toDocxLink = (url: string | undefined, children: Inline): Inline =>
  !url || children.length === 0
    ? children
    : [{ type: 'link', url, children: children.filter(({ type }) => type !== 'link') } as PhrasingContent]

const readHyperlink: Handler = async (hyperlink, document) => {
  const { attributes } = hyperlink
  const bookmark = attributes['w:anchor']
  const address = document.relationships.get(attributes['r:id'] ?? '')?.target
  return toDocxLink(address ?? (bookmark && `#${bookmark}`), await readDocxInline(hyperlink, document))
}

const readField: Handler = async (field, document) =>
  toDocxLink(fieldTarget(field.attributes['w:instr'] ?? ''), await readDocxInline(field, document))

/** Reads the formulas of a formula paragraph, each on its own line. */
const readFormulas: Handler = (paragraph) =>
  childElements(paragraph, 'oMath').flatMap((formula, at) =>
    at > 0 ? [lineBreak, readOmml(formula)] : [readOmml(formula)],
  )

/** Reads the picture of an embedded object; returns a placeholder for a formula whose picture cannot be shown. */
const readEmbeddedObject: Handler = async (object, document) => {
  const pictures = await readDocxDrawing(object, document)
  const [embedded] = findElements(object, 'OLEObject')
  const isFormula = embedded?.attributes['ProgID']?.startsWith('Equation')
  return pictures.length === 0 && isFormula ? [missingFormula] : pictures
}

/** Skips the instruction of a field, which only contains the link target. */
const readInstruction: Handler = (instruction, { skip }) => {
  skip('control', textContent(instruction))
  return []
}

/** Elements of paragraphs and runs with their own handler; readers descend into all others. */
const inlineHandlers = byName<Handler>({
  r: readDocxRun,
  t: (element) => [textNode(textContent(element))],
  tab: () => [textNode(' ')],
  ptab: () => [textNode(' ')],
  noBreakHyphen: () => [textNode('-')],
  softHyphen: () => [],
  sym: () => [textNode('•')],
  lastRenderedPageBreak: countPage,
  br: readBreak,
  cr: () => [lineBreak],
  ruby: readDocxRuby,
  drawing: readDocxDrawing,
  pict: readDocxDrawing,
  object: readEmbeddedObject,
  footnoteReference: readNoteReference,
  endnoteReference: readNoteReference,
  hyperlink: readHyperlink,
  fldSimple: readField,
  bookmarkStart: ({ attributes }) => [anchor(attributes['w:name'] ?? '')],
  oMath: (formula) => [readOmml(formula)],
  oMathPara: readFormulas,
  instrText: readInstruction,
})

const readDocxChild = (child: Element | string, document: DocxDocument): Inline | Promise<Inline> => {
  if (typeof child === 'string') return child.trim() ? [textNode(` ${child} `)] : []
  if (child.name.endsWith('Pr')) return []
  const handle = inlineHandlers.get(child.name) ?? readDocxInline
  return handle(child, document)
}

/** Reads the inline content of a paragraph or run; descends into unknown elements. */
export const readDocxInline = async (
  parent: Element | undefined,
  document: DocxDocument,
): Promise<Inline> => {
  const found: Inline = []
  const fields = new FieldLinks()
  for (const child of parent?.children ?? []) {
    found.push(...(await readDocxChild(child, document)))
    if (typeof child === 'string') continue
    for (const { url, start } of fields.next(child, found.length))
      found.push(...toDocxLink(url, found.splice(start)))
  }
  return mergeRuns(found)
}
