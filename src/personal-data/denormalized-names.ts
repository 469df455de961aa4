import type { Item } from '../platform/table/operation.ts'

/** A person with the name that copies are to have. */
export interface NamedPerson {
  id: string
  name: string
  /** True to remove traces of the person as well, such as network addresses. */
  isErased?: boolean
  /** True to keep copies from growing, because the item has the maximum size. */
  isCut?: boolean
}

const utf8Length = (text: string) => Buffer.byteLength(text)

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Returns as many whole characters of a name as fit into this many bytes of UTF-8. */
const truncateToBytes = (name: string, bytes: number): string => {
  let cut = ''
  for (const { segment } of segmenter.segment(name)) {
    if (utf8Length(cut + segment) > bytes) break
    cut += segment
  }
  return cut.trimEnd()
}

const ellipsis = '…'

/**
 * Shortens a name to at most the bytes (UTF-8) of the former one: its beginning and `…`, or only its beginning if there
 * is no room for both, or `?`. A full item thus never grows (decision 0022).
 */
export const cutName = (name: string, former: string): string => {
  const room = utf8Length(former)
  if (utf8Length(name) <= room) return name
  const cut = truncateToBytes(name, room - utf8Length(ellipsis))
  return cut === '' ? truncateToBytes(name, room) || '?' : cut + ellipsis
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === '[object Object]'

/** Returns true if a value contains an ID anywhere: as a text, within one, or in a member. */
export const containsId = (value: unknown, id: string): boolean => {
  if (typeof value === 'string') return value.includes(id)
  if (Array.isArray(value)) return value.some((one) => containsId(one, id))
  return isPlainObject(value) && Object.values(value).some((one) => containsId(one, id))
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

const collectStrings = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(collectStrings)
  return isPlainObject(value) ? Object.values(value).flatMap(collectStrings) : []
}

/** Returns the distinct IDs that a value contains anywhere (`containsId`). */
export const extractIds = (value: unknown): string[] => [
  ...new Set(collectStrings(value).flatMap((text) => text.match(uuid) ?? [])),
]

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Renames within JSON in a text, such as the calls of a reply; returns any other text unchanged. */
const renameInText = (text: string, person: NamedPerson): string => {
  if (!/^[[{]/.test(text) || !text.includes(person.id)) return text
  const value = parseJson(text)
  const after = withNewName(value, person)
  const isSame = JSON.stringify(after) === JSON.stringify(value)
  return isSame ? text : JSON.stringify(after)
}

/** Returns true for an origin (src/platform/runtime/origin.ts) by the person that has a network address. */
const isPlaced = (value: Record<string, unknown>, { id }: NamedPerson) =>
  value['actor_id'] === id && 'address' in value

/** Resource types whose title is the name of a person, a contact or a group. */
const namedTypes: unknown[] = ['contact', 'group', 'user']

/** Returns the fields of an object about the person that have their name: `name`, or the `title` of a link. */
const namesIn = ({ type, name, title }: Record<string, unknown>): [field: string, former: string][] =>
  Object.entries({ name, title: namedTypes.includes(type) ? title : undefined }).flatMap(([field, former]) =>
    typeof former === 'string' ? [[field, former] as [string, string]] : [],
  )

/**
 * Returns a value in which each copy of the person, an object with their `id` and a `name` or a link to them, has the
 * new name. For an erased person, also removes their network addresses.
 */
export const withNewName = (value: unknown, person: NamedPerson): unknown => {
  if (typeof value === 'string') return renameInText(value, person)
  if (Array.isArray(value)) return value.map((one) => withNewName(one, person))
  if (!isPlainObject(value)) return value
  const fields = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withNewName(member, person)] as const),
  )
  if (person.isErased && isPlaced(value, person)) delete fields['address']
  if (value['id'] !== person.id) return fields
  const renamed = namesIn(value).map(([field, former]) => [
    field,
    person.isCut ? cutName(person.name, former) : person.name,
  ])
  return { ...fields, ...Object.fromEntries(renamed) }
}

/** A part of an item: an attribute, or a field in one of its maps. */
export interface ItemPart {
  path: string[]
  value: unknown
}

const maps = ['summary', 'detail', 'counters']

/** Returns the parts of an item, including its keys, which never change because they are not JSON. */
export const itemParts = (item: Item): ItemPart[] =>
  Object.entries(item).flatMap(([name, value]) =>
    maps.includes(name) && isPlainObject(value)
      ? Object.entries(value).map(([field, member]) => ({ path: [name, field], value: member }))
      : [{ path: [name], value }],
  )
