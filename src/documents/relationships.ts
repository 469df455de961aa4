import type { Archive } from './archive.ts'
import { corrupt } from './unreadable-file.ts'
import { readAllElements } from './xml.ts'

/** Where a relationship of an OOXML part leads: another part of the archive, or an address outside of it. */
export type Relationship = { target: string; type: string }
export type Relationships = Map<string, Relationship>

/** The part that a target names from another part; as it stands where a `%` in it escapes nothing. */
export const resolvePart = (target: string, from: string): string => {
  const path = URL.parse(target, `file:///${from}`)?.pathname.slice(1) ?? target
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** The relationships of an OOXML part by their ids. */
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

/** The target of the first relationship of a type. */
export const findTarget = (relationships: Relationships, type: string): string | undefined =>
  [...relationships.values()].find((relationship) => relationship.type === type)?.target

/** The part that holds the document itself. Throws `UnreadableFile` when there is none. */
export const findMainPart = async (archive: Archive, usual: string): Promise<string> => {
  const part = findTarget(await readRelationships(archive, ''), 'officeDocument') ?? usual
  if (!archive.has(part)) throw corrupt()
  return part
}
