import type { Archive } from './archive.ts'
import { corrupt } from './unreadable-file.ts'
import { readAllElements } from './xml.ts'

/** Relationships of an OOXML part by ID; a target is another part of the archive or an external URL. */
export type Relationships = Map<string, { target: string; type: string }>

/** An archive, and the relationships of the part in it that is being read. */
export type OpenPart = { archive: Archive; relationships: Relationships }

/** Resolves a target against the part that refers to it; leaves a target with an invalid percent escape encoded. */
export const resolvePart = (target: string, from: string): string => {
  const path = URL.parse(target, `file:///${from}`)?.pathname.slice(1) ?? target
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

export const readRelationships = async (archive: Archive, part: string): Promise<Relationships> => {
  const nameAt = part.lastIndexOf('/') + 1
  const relationshipsPart = `${part.slice(0, nameAt)}_rels/${part.slice(nameAt)}.rels`
  const relationships: Relationships = new Map()
  for (const { attributes } of await readAllElements(archive, relationshipsPart, ['Relationship'])) {
    const { Id = '', Target = '', TargetMode, Type = '' } = attributes
    const target = TargetMode === 'External' ? Target : resolvePart(Target, part)
    relationships.set(Id, { target, type: Type.split('/').pop() ?? '' })
  }
  return relationships
}

export const findTarget = (relationships: Relationships, type: string): string | undefined =>
  [...relationships.values()].find((relationship) => relationship.type === type)?.target

/** Returns the main document part of a package. Throws `UnreadableFile` if the package has none. */
export const findMainPart = async (archive: Archive, usual: string): Promise<string> => {
  const part = findTarget(await readRelationships(archive, ''), 'officeDocument') ?? usual
  if (!archive.has(part)) throw corrupt()
  return part
}
