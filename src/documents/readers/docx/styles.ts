import headingStyles from '#generated/words/headingStyles.json' with { type: 'json' }
import { matchAny } from '../../../language/word-lists.ts'
import type { Archive } from '../../archive.ts'
import { findByPath, readAllElements, type Element } from '../../xml.ts'

/** The list and level of a paragraph. */
export type Numbering = { id: string; level: number }

/** A paragraph style; `depth` is the depth of a heading, otherwise 0. */
export type DocxStyle = { name: string; depth: number; numbering: Numbering | undefined }

const maxInheritance = 20
const maxOutlineLevel = 9

const headingName = new RegExp(String.raw`^(?:${matchAny(headingStyles)})\s*(\d)$`, 'iu')

/** Returns the `w:val` of an element, the attribute of nearly all WordprocessingML properties. */
export const getValue = (element: Element | undefined): string | undefined => element?.attributes['w:val']

/** Returns true if a property is present and not switched off. */
export const isPropertyOn = (properties: Element | undefined, name: string): boolean => {
  const element = findByPath(properties, name)
  return element !== undefined && !['0', 'false', 'none', 'off'].includes(getValue(element) ?? '1')
}

/** Returns the heading depth for the outline level of a paragraph or style: 0 for text, undefined without a level. */
export const findOutlineDepth = (properties: Element | undefined): number | undefined => {
  const level = getValue(findByPath(properties, 'outlineLvl'))
  if (level === undefined) return undefined
  return Number(level) < maxOutlineLevel ? Number(level) + 1 : 0
}

export const findNumbering = (properties: Element | undefined): Numbering | undefined => {
  const id = getValue(findByPath(properties, 'numPr', 'numId'))
  if (id === undefined) return undefined
  return { id, level: Number(getValue(findByPath(properties, 'numPr', 'ilvl')) ?? 0) }
}

/** Returns the paragraph styles of a document by ID, with the properties inherited from their base styles. */
export const readDocxStyles = async (archive: Archive): Promise<Map<string, DocxStyle>> => {
  const elements = await readAllElements(archive, 'word/styles.xml', ['style'])
  const byId = new Map(elements.map((element) => [element.attributes['w:styleId'] ?? '', element]))
  const toStyle = (element: Element, inherited = 0): DocxStyle => {
    const parent = byId.get(getValue(findByPath(element, 'basedOn')) ?? '')
    const base = parent && inherited < maxInheritance ? toStyle(parent, inherited + 1) : undefined
    const name = getValue(findByPath(element, 'name')) ?? ''
    const depthInName = headingName.exec(name)?.[1]
    const properties = findByPath(element, 'pPr')
    return {
      name: name || (base?.name ?? ''),
      depth: depthInName ? Number(depthInName) : (findOutlineDepth(properties) ?? base?.depth ?? 0),
      numbering: findNumbering(properties) ?? base?.numbering,
    }
  }
  return new Map([...byId].map(([id, element]) => [id, toStyle(element)]))
}
