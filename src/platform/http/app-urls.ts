import { partTypes, resourceTypes } from '#generated/resource-types.ts'
import { environment } from '../runtime/environment.ts'

type Patterns = ReadonlyMap<string, string>

const refuse = (problem: string) => new Error(`APP_URLS ${problem}.`)

const isOneOf = (types: readonly string[], type: string) => types.includes(type)

const requirePattern = (type: string, pattern: string): void => {
  const unknown = [...pattern.matchAll(/\{(.*?)\}/g)].find(
    ([, name = '']) => name !== 'id' && !(name === 'parent_id' && isOneOf(partTypes, type)),
  )
  if (unknown) throw refuse(`has ${unknown[0]} in the pattern of ${type}, which is not known of it`)
  if (!pattern.includes('{id}')) throw refuse(`needs {id} in the pattern of ${type}`)
  const example = pattern.replaceAll(/\{\w+\}/g, '0')
  const { protocol = '', username = '' } = URL.canParse(example) ? new URL(example) : {}
  if (!/^https?:$/.test(protocol) || username !== '' || /[\s{}]/.test(example))
    throw refuse(`must have an address that begins with https:// or http:// as the pattern of ${type}`)
}

/**
 * The patterns of the client's addresses by type of resource, from `task=https://intra.example.com/tasks/{id}, …`.
 * Throws an Error that says what is wrong.
 */
export const parseAppUrls = (text: string): Patterns => {
  const patterns = new Map<string, string>()
  for (const entry of text.split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [, type, pattern] = /^(\w+)\s*=\s*(.*)$/.exec(entry) ?? []
    if (type === undefined || pattern === undefined)
      throw refuse(`must be a list of <type>=<pattern>, separated by commas, but has "${entry}"`)
    if (!isOneOf(resourceTypes, type))
      throw refuse(`has the unknown type "${type}": types are ${resourceTypes.join(', ')}`)
    if (patterns.has(type)) throw refuse(`has two patterns of ${type}`)
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

/** The pattern of the addresses of a type in the company's own client, with `{id}`, if there is one. */
export const appPatternOf = (type: string): string | undefined => patternsNow().get(type)

const fill = (pattern: string, id: string, parent_id = '') =>
  pattern
    .replaceAll('{id}', () => encodeURIComponent(id))
    .replaceAll('{parent_id}', () => encodeURIComponent(parent_id))

/** What an address is made from; `parent` is what a comment or a lesson belongs to. */
interface Addressed {
  type: string
  id: string
  parent?: { type: string; id: string }
}

/** The page of ours on which a thing is read (decision 0057). */
export const viewPath = '/view/{type}/{id}'

/** The path of that page for things of a type, with `{id}`. */
export const viewPathOf = (type: string): string => viewPath.replace('{type}', type)

const viewUrlOf = ({ type, id, parent }: Addressed): string =>
  parent ? `${viewUrlOf(parent)}#${id}` : fill(environment.publicUrl + viewPathOf(type), id)

/**
 * The address of a thing for people: in the company's own client where `APP_URLS` has a pattern of its type, or of
 * what it belongs to; else on a page of ours. What is stored has the one in this API (decision 0007).
 */
export const appUrlOf = (thing: Addressed): string => {
  const { type, id, parent } = thing
  const patterns = patternsNow()
  const own = patterns.get(type)
  if (own !== undefined) return fill(own, id, parent?.id)
  const around = parent && patterns.get(parent.type)
  return around === undefined ? viewUrlOf(thing) : fill(around, parent?.id ?? '')
}
