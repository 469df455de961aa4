import type { Archive } from '../archive.ts'
import { allElements, below, childrenOf, type Element } from '../xml.ts'

export type DocxStyle = {
  name: string
  depth: number
  numbering: { id: string; level: number } | undefined
}

export const valueOf = (element: Element | undefined): string | undefined => element?.attributes['w:val']

const levelOf = (properties: Element | undefined): number | undefined => {
  const level = valueOf(below(properties, 'outlineLvl'))
  return level === undefined ? undefined : Number(level) < 9 ? Number(level) + 1 : 0
}

export const numberingOf = (properties: Element | undefined) => {
  const id = valueOf(below(properties, 'numPr', 'numId'))
  return id === undefined
    ? undefined
    : { id, level: Number(valueOf(below(properties, 'numPr', 'ilvl')) ?? 0) }
}

export const depthOf = levelOf

/** The paragraph styles of a document by id, with what they take from those that they are based on. */
export const docxStyles = async (archive: Archive): Promise<Map<string, DocxStyle>> => {
  const found = await allElements(archive, 'word/styles.xml', ['style'])
  const byId = new Map(found.map((style) => [style.attributes['w:styleId'] ?? '', style]))
  const styleOf = (style: Element | undefined, deep = 0): DocxStyle => {
    const parent = byId.get(valueOf(below(style, 'basedOn')) ?? '')
    const base = parent && deep < 20 ? styleOf(parent, deep + 1) : undefined
    const name = valueOf(below(style, 'name')) ?? ''
    const named = /^(?:heading|überschrift|заголовок|titre|título)\s*(\d)$/iu.exec(name)?.[1]
    const properties = below(style, 'pPr')
    return {
      name: name || (base?.name ?? ''),
      depth: named ? Number(named) : (levelOf(properties) ?? base?.depth ?? 0),
      numbering: numberingOf(properties) ?? base?.numbering,
    }
  }
  return new Map([...byId].map(([id, style]) => [id, styleOf(style)]))
}

/** Which lists and levels are numbered, by `id:level`; others have bullets. */
export const docxNumbered = async (archive: Archive): Promise<Set<string>> => {
  const numbered = new Set<string>()
  const abstract = new Map<string, Element>()
  for (const found of await allElements(archive, 'word/numbering.xml', ['abstractNum', 'num'])) {
    if (found.name === 'abstractNum') abstract.set(found.attributes['w:abstractNumId'] ?? '', found)
    else
      for (const level of childrenOf(abstract.get(valueOf(below(found, 'abstractNumId')) ?? ''), 'lvl'))
        if (!['bullet', 'none'].includes(valueOf(below(level, 'numFmt')) ?? 'bullet'))
          numbered.add(`${found.attributes['w:numId']}:${level.attributes['w:ilvl']}`)
  }
  return numbered
}
