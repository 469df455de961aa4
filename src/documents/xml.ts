import { SaxesParser } from 'saxes'
import type { Archive } from './archive.ts'
import { corrupt, UnreadableFile } from './unreadable-file.ts'

/** An element; `name` is without its prefix, attributes are with theirs. */
export type Element = { name: string; attributes: Record<string, string>; children: (Element | string)[] }

const deepest = 300
const mostOfOneElement = 200_000

/**
 * The outermost elements of these names, one after the other, so that a long part is never in memory as a
 * whole. Document types, and with them entities of one's own, are refused.
 */
export async function* elements(archive: Archive, part: string, names: string[]): AsyncGenerator<Element> {
  const wanted = new Set(names)
  const parser = new SaxesParser()
  const open: Element[] = []
  let depth = 0
  let size = 0
  let found: Element[] = []
  parser.on('doctype', () => {
    throw new UnreadableFile(
      'The file declares entities of its own, which documents have no need of, and is not read.',
    )
  })
  parser.on('error', () => {
    throw corrupt()
  })
  parser.on('opentag', ({ name: full, attributes }) => {
    const name = full.slice(full.indexOf(':') + 1)
    if (++depth > deepest) throw corrupt()
    if (open.length === 0 && !wanted.has(name)) return
    if (++size > mostOfOneElement * 10)
      throw new UnreadableFile('The file has a part that is too large to be read.')
    const element = { name, attributes, children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => open.at(-1)?.children.push(text))
  parser.on('cdata', (text) => open.at(-1)?.children.push(text))
  parser.on('closetag', () => {
    depth -= 1
    const element = open.pop()
    if (!element || open.length > 0) return
    found.push(element)
    size = 0
  })
  const decoder = new TextDecoder()
  for await (const chunk of archive.chunks(part)) {
    parser.write(decoder.decode(chunk, { stream: true }))
    yield* found
    found = []
  }
  parser.write(decoder.decode()).close()
  yield* found
}

/** The elements of a part that may be absent. */
export const allElements = async (archive: Archive, part: string, names: string[]): Promise<Element[]> =>
  archive.has(part) ? Array.fromAsync(elements(archive, part, names)) : []

export const childrenOf = (element: Element | undefined, name?: string): Element[] =>
  (element?.children ?? [])
    .filter((child) => typeof child !== 'string')
    .filter((child) => !name || child.name === name)

/** The element at the end of a path of names below this one. */
export const below = (element: Element | undefined, ...path: string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => childrenOf(at, name)[0], element)

/** All elements of these names within, at any depth, not within one another. */
export const within = (element: Element, ...names: string[]): Element[] =>
  childrenOf(element).flatMap((child) => (names.includes(child.name) ? [child] : within(child, ...names)))

export const textOf = (element: Element | undefined): string =>
  (element?.children ?? []).map((child) => (typeof child === 'string' ? child : textOf(child))).join('')

/** The part that a relation of another part leads to; its name as it stands where a `%` in it escapes nothing. */
const partOf = (target: string, from: string): string => {
  const path = URL.parse(target, `file:///${from}`)?.pathname.slice(1) ?? target
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Where the relations of an OOXML part lead, by their ids. */
export const relationsOf = async (
  archive: Archive,
  part: string,
): Promise<Map<string, { target: string; type: string }>> => {
  const at = part.lastIndexOf('/') + 1
  const found = await allElements(archive, `${part.slice(0, at)}_rels/${part.slice(at)}.rels`, [
    'Relationship',
  ])
  return new Map(
    found.map(({ attributes: { Id = '', Target = '', TargetMode, Type = '' } }) => [
      Id,
      {
        type: Type.split('/').pop() ?? '',
        target: TargetMode === 'External' ? Target : partOf(Target, part),
      },
    ]),
  )
}
