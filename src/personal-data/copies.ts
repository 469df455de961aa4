import type { Item } from '../platform/table/operation.ts'

/** A person under the name that copies are to have. */
export interface NamedPerson {
  id: string
  name: string
  /** Nothing is to be known of the person any more, not from where they did something either. */
  isErased?: boolean
  /** No copy may become longer than it is: the item is as large as items may be. */
  isCut?: boolean
}

const bytesOf = (text: string) => Buffer.byteLength(text)

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** As many whole characters of a name as go into this many bytes of UTF-8. */
const beginning = (name: string, bytes: number): string => {
  let cut = ''
  for (const { segment } of segmenter.segment(name)) {
    if (bytesOf(cut + segment) > bytes) break
    cut += segment
  }
  return cut.trimEnd()
}

const ellipsis = '…'

/**
 * A name in no more bytes of UTF-8 than the former one has: its beginning and `…`, or without that where there is no
 * room for both, or `?`. So an item that is full never grows (decision 0022).
 */
export const cutName = (name: string, former: string): string => {
  const room = bytesOf(former)
  if (bytesOf(name) <= room) return name
  const cut = beginning(name, room - bytesOf(ellipsis))
  return cut === '' ? beginning(name, room) || '?' : cut + ellipsis
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  Object.prototype.toString.call(value) === '[object Object]'

/** Whether a value says an id anywhere: as a text, in one, or in a member. */
export const mentions = (value: unknown, id: string): boolean => {
  if (typeof value === 'string') return value.includes(id)
  if (Array.isArray(value)) return value.some((one) => mentions(one, id))
  return isObject(value) && Object.values(value).some((one) => mentions(one, id))
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

const stringsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsIn)
  return isObject(value) ? Object.values(value).flatMap(stringsIn) : []
}

/** The ids that a value says anywhere (`mentions`), each once. */
export const idsIn = (value: unknown): string[] => [
  ...new Set(stringsIn(value).flatMap((text) => text.match(uuid) ?? [])),
]

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** JSON in a text, such as the calls of a reply, with the new name; any other text as it is. */
const renamedText = (text: string, person: NamedPerson): string => {
  if (!/^[[{]/.test(text) || !text.includes(person.id)) return text
  const value = parsed(text)
  const after = renamed(value, person)
  const isSame = JSON.stringify(after) === JSON.stringify(value)
  return isSame ? text : JSON.stringify(after)
}

/** Who wrote something last (src/platform/runtime/origin.ts), with their network address. */
const isPlaced = (value: Record<string, unknown>, { id }: NamedPerson) =>
  value['actor_id'] === id && 'address' in value

/**
 * A value in which each copy of the person, an object with their `id` and a `name`, has the new name; of somebody who
 * is erased also without their network addresses.
 */
export const renamed = (value: unknown, person: NamedPerson): unknown => {
  if (typeof value === 'string') return renamedText(value, person)
  if (Array.isArray(value)) return value.map((one) => renamed(one, person))
  if (!isObject(value)) return value
  const fields = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, renamed(member, person)] as const),
  )
  if (person.isErased && isPlaced(value, person)) delete fields['address']
  const { id, name: former } = value
  if (id !== person.id || typeof former !== 'string') return fields
  return { ...fields, name: person.isCut ? cutName(person.name, former) : person.name }
}

/** A part of an item: an attribute, or a field in one of its maps. */
export interface Part {
  path: string[]
  value: unknown
}

const maps = ['summary', 'detail', 'counters']

/** The parts of an item; keys are among them, and never change, since they are no JSON. */
export const partsOf = (item: Item): Part[] =>
  Object.entries(item).flatMap(([name, value]) =>
    maps.includes(name) && isObject(value)
      ? Object.entries(value).map(([field, member]) => ({ path: [name, field], value: member }))
      : [{ path: [name], value }],
  )
