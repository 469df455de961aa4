import { partTypes, resourceTypes } from '#generated/resource-types.ts'
import { environment } from '../runtime/environment.ts'

type Patterns = ReadonlyMap<string, string>

const invalidAppUrls = (problem: string) => new Error(`APP_URLS ${problem}.`)

const includesType = (types: readonly string[], type: string) => types.includes(type)

const requirePattern = (type: string, pattern: string): void => {
  const unknown = [...pattern.matchAll(/\{(.*?)\}/g)].find(
    ([, name = '']) => name !== 'id' && !(name === 'parent_id' && includesType(partTypes, type)),
  )
  if (unknown) throw invalidAppUrls(`has the unsupported ${unknown[0]} in the pattern of ${type}`)
  if (!pattern.includes('{id}')) throw invalidAppUrls(`needs {id} in the pattern of ${type}`)
  const example = pattern.replaceAll(/\{\w+\}/g, '0')
  const { protocol = '', username = '' } = URL.canParse(example) ? new URL(example) : {}
  if (!/^https?:$/.test(protocol) || username !== '' || /[\s{}]/.test(example))
    throw invalidAppUrls(`needs a URL with https:// or http:// as the pattern of ${type}`)
}

/**
 * Parses the address patterns of the company's client by resource type, from
 * `task=https://intra.example.com/tasks/{id}, …`. Throws an Error that says what is wrong.
 */
export const parseAppUrls = (text: string): Patterns => {
  const patterns = new Map<string, string>()
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [, type, pattern] = /^(\w+)\s*=\s*(.*)$/.exec(entry) ?? []
    if (type === undefined || pattern === undefined)
      throw invalidAppUrls(`must list <type>=<pattern> with commas, but has "${entry}"`)
    if (!includesType(resourceTypes, type))
      throw invalidAppUrls(`has the unknown type "${type}": the types are ${resourceTypes.join(', ')}`)
    if (patterns.has(type)) throw invalidAppUrls(`has two patterns for ${type}`)
    requirePattern(type, pattern)
    patterns.set(type, pattern)
  }
  return patterns
}

let parsed: { text: string; patterns: Patterns } | undefined

const patternsNow = (): Patterns => {
  const text = environment.appUrls
  if (parsed?.text !== text) parsed = { text, patterns: parseAppUrls(text) }
  return parsed.patterns
}

/** Returns the address pattern of a type in the company's own client, with `{id}`; undefined if there is none. */
export const findAppPattern = (type: string): string | undefined => patternsNow().get(type)

const fill = (pattern: string, id: string, parent_id = '') =>
  pattern
    .replaceAll('{id}', () => encodeURIComponent(id))
    .replaceAll('{parent_id}', () => encodeURIComponent(parent_id))

/** Input for building an address; `parent` is the resource that owns a comment or lesson. */
interface Addressed {
  type: string
  id: string
  parent?: { type: string; id: string }
}

/** Path of the reading page of a resource (decision 0057). */
export const viewPath = '/view/{type}/{id}'

/** Returns the path of the reading page for a type, with `{id}`. */
export const viewPagePath = (type: string): string => viewPath.replace('{type}', type)

const viewPageUrl = ({ type, id, parent }: Addressed): string =>
  parent ? `${viewPageUrl(parent)}#${id}` : fill(environment.publicUrl + viewPagePath(type), id)

/**
 * Returns the address of a resource for people: in the company's own client if `APP_URLS` has a pattern for its type or
 * for the type of its parent, otherwise the reading page of this service. Stored texts contain the address in this API
 * instead (decision 0007).
 */
export const resourceUrl = (thing: Addressed): string => {
  const { type, id, parent } = thing
  const patterns = patternsNow()
  const own = patterns.get(type)
  if (own !== undefined) return fill(own, id, parent?.id)
  const around = parent && patterns.get(parent.type)
  return around === undefined ? viewPageUrl(thing) : fill(around, parent?.id ?? '')
}
