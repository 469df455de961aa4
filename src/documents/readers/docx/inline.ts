import type { PhrasingContent } from 'mdast'
import { anchor } from '../../markdown/anchors.ts'
import { textNode } from '../../markdown/block.ts'
import { missingFormula, readOmml } from '../../markdown/formula.ts'
import { applyMarks, mergeRuns } from '../../markdown/inline.ts'
import { childElements, findByPath, findElements, textContent, type Element } from '../../xml.ts'
import { FieldLinks, fieldTarget } from './fields.ts'
import { endnoteLabel, footnoteLabel, type DocxDocument } from './document.ts'
import { getValue } from './styles.ts'

type Inline = PhrasingContent[]
type Handler = (element: Element, document: DocxDocument) => Inline | Promise<Inline>

const monospaced = /courier|consolas|menlo|monaco|mono\b|code/i

/** Whether a property stands there and is not switched off. */
const isOn = (properties: Element | undefined, name: string): boolean => {
  const element = findByPath(properties, name)
  return element !== undefined && !['0', 'false', 'none', 'off'].includes(getValue(element) ?? '1')
}

const readImage: Handler = async (drawing, { archive, images, relationships }) => {
  const [blip] = findElements(drawing, 'blip', 'imagedata')
  const id = blip?.attributes['r:embed'] ?? blip?.attributes['r:id']
  const target = id ? relationships.get(id)?.target : undefined
  if (!target || !archive.has(target)) return []
  const alt = findElements(drawing, 'docPr')[0]?.attributes['descr'] ?? ''
  const url = await images.add(target, () => archive.readBytes(target))
  return url ? [{ type: 'image', url, alt: alt.replace(/\s+/g, ' ').trim() }] : []
}

const readNoteReference = (label: string, document: DocxDocument): Inline => {
  document.openNotes.push(label)
  return [{ type: 'footnoteReference', identifier: label, label }]
}

const countPage: Handler = (_, document) => {
  if (document.page !== null) document.page += 1
  return []
}

const readBreak: Handler = ({ attributes }) =>
  (attributes['w:type'] ?? 'textWrapping') === 'textWrapping' ? [{ type: 'break' }] : []

/** What stands in a run, by its element. */
const runHandlers = new Map<string, Handler>(
  Object.entries({
    t: (element) => [textNode(textContent(element))],
    tab: () => [textNode(' ')],
    noBreakHyphen: () => [textNode('-')],
    sym: () => [textNode('•')],
    lastRenderedPageBreak: countPage,
    br: readBreak,
    drawing: readImage,
    pict: readImage,
    object: (element, document) => readObject(element, document),
    AlternateContent: (element, document) => readImage(findByPath(element, 'Choice') ?? element, document),
    footnoteReference: ({ attributes }, document) =>
      readNoteReference(footnoteLabel(attributes['w:id']), document),
    endnoteReference: ({ attributes }, document) =>
      readNoteReference(endnoteLabel(attributes['w:id']), document),
  } satisfies Record<string, Handler>),
)

const readRun: Handler = async (run, document) => {
  const properties = findByPath(run, 'rPr')
  if (isOn(properties, 'vanish')) return []
  const found: Inline = []
  for (const child of childElements(run))
    found.push(...((await runHandlers.get(child.name)?.(child, document)) ?? []))
  const font = findByPath(properties, 'rFonts')?.attributes['w:ascii'] ?? ''
  const style = getValue(findByPath(properties, 'rStyle')) ?? ''
  return applyMarks(found, {
    strong: isOn(properties, 'b'),
    emphasis: isOn(properties, 'i'),
    delete: isOn(properties, 'strike'),
    code: monospaced.test(font) || monospaced.test(style),
  })
}

/** A link to an address, or to a bookmark of the document. */
const toLink = (url: string | undefined, children: Inline): Inline =>
  !url || children.length === 0
    ? children
    : [{ type: 'link', url, children: children.filter(({ type }) => type !== 'link') } as PhrasingContent]

const readHyperlink: Handler = async (hyperlink, document) => {
  const { attributes } = hyperlink
  const bookmark = attributes['w:anchor']
  const address = document.relationships.get(attributes['r:id'] ?? '')?.target
  return toLink(address ?? (bookmark && `#${bookmark}`), await readDocxInline(hyperlink, document))
}

/** A reference that Word fills in, as a link to what it refers to. */
const readField: Handler = async (field, document) =>
  toLink(fieldTarget(field.attributes['w:instr'] ?? ''), await readDocxInline(field, document))

const readBookmark: Handler = ({ attributes }) => [anchor(attributes['w:name'] ?? '')]

const readFormula: Handler = (formula) => [readOmml(formula)]

/** Formulas of a paragraph of their own, each on a line. */
const readFormulas: Handler = (paragraph) =>
  childElements(paragraph, 'oMath').flatMap((formula, at) => [
    ...(at > 0 ? [{ type: 'break' } as const] : []),
    readOmml(formula),
  ])

/** The picture of an embedded object; a note where that is a formula whose picture cannot be shown. */
const readObject: Handler = async (object, document) => {
  const image = await readImage(object, document)
  const [embedded] = findElements(object, 'OLEObject')
  const isFormula = embedded?.attributes['ProgID']?.startsWith('Equation')
  return image.length === 0 && isFormula ? [missingFormula] : image
}

const skip: Handler = () => []

/**
 * What stands in a paragraph, by its element; what tracked changes deleted is left out, of others their
 * content is read.
 */
const inlineHandlers = new Map<string, Handler>(
  Object.entries({
    r: readRun,
    hyperlink: readHyperlink,
    fldSimple: readField,
    bookmarkStart: readBookmark,
    oMath: readFormula,
    oMathPara: readFormulas,
    pPr: skip,
    rPr: skip,
    del: skip,
    moveFrom: skip,
  }),
)

/** The inline content of a paragraph. */
export const readDocxInline = async (parent: Element, document: DocxDocument): Promise<Inline> => {
  const found: Inline = []
  const fields = new FieldLinks()
  for (const child of childElements(parent)) {
    const handle = inlineHandlers.get(child.name) ?? readDocxInline
    found.push(...(await handle(child, document)))
    for (const { url, start } of fields.next(child, found.length))
      found.push(...toLink(url, found.splice(start)))
  }
  return mergeRuns(found)
}
