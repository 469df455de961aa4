import type { PhrasingContent } from 'mdast'
import { textNode } from '../block.ts'
import { applyMarks, mergeRuns } from '../inline.ts'
import { childElements, findByPath, findElements, textContent, type Element } from '../xml.ts'
import { endnoteLabel, footnoteLabel, type DocxDocument } from './docx-document.ts'
import { getValue } from './docx-styles.ts'

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
    object: readImage,
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

const readHyperlink: Handler = async (hyperlink, document) => {
  const url = document.relationships.get(hyperlink.attributes['r:id'] ?? '')?.target
  const children = await readInline(hyperlink, document)
  if (!url || children.length === 0) return children
  return [{ type: 'link', url, children: children.filter(({ type }) => type !== 'link') }]
}

const readFormula: Handler = (formula) => [textNode(findElements(formula, 't').map(textContent).join(''))]

const skip: Handler = () => []

/**
 * What stands in a paragraph, by its element; what tracked changes deleted is left out, of others their
 * content is read.
 */
const inlineHandlers = new Map<string, Handler>(
  Object.entries({
    r: readRun,
    hyperlink: readHyperlink,
    oMath: readFormula,
    oMathPara: readFormula,
    pPr: skip,
    rPr: skip,
    del: skip,
    moveFrom: skip,
  }),
)

/** The inline content of a paragraph. */
export const readInline = async (parent: Element, document: DocxDocument): Promise<Inline> => {
  const found: Inline = []
  for (const child of childElements(parent)) {
    const handle = inlineHandlers.get(child.name) ?? readInline
    found.push(...(await handle(child, document)))
  }
  return mergeRuns(found)
}
