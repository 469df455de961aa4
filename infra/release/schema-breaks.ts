import { isDeepStrictEqual } from 'node:util'
import type { ApiDocument } from './released-document.ts'

/** The document of the last release, and the next one. */
export interface Documents {
  before: ApiDocument
  after: ApiDocument
}

interface Place {
  /** Position of the schema, for messages. */
  at: string
  /** Direction from the client's view: a schema that clients send, or one that they receive. */
  direction: 'request' | 'response'
  documents: Documents
  /** References on the way to the schema, so that recursion ends for a schema that contains itself. */
  seen?: readonly string[]
}

type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
} & Record<string, unknown>

/** Returns the target of a reference within the document, or the object itself. */
export const resolveReference = <T extends { $ref?: string }>(thing: T, document: ApiDocument): T => {
  if (thing.$ref === undefined) return thing
  const path = thing.$ref.slice(2).split('/')
  const found = path.reduce<unknown>(
    (part, key) => (part as Record<string, unknown> | undefined)?.[key],
    document,
  )
  if (found === undefined) throw new Error(`The document has no ${thing.$ref}.`)
  return found as T
}

const allowedTypes = ({ type, const: value, enum: values }: Schema): string[] | undefined => {
  if (type !== undefined) return [type].flat()
  const known = value === undefined ? values : [value]
  return known?.map((one) => (one === null ? 'null' : typeof one))
}

const typeBreaks = (before: Schema, after: Schema, { at, direction }: Place): string[] => {
  const [known, next] = [allowedTypes(before), allowedTypes(after)]
  const [taken, given] = direction === 'request' ? [next, known] : [known, next]
  const fits = (type: string) => taken?.includes(type) || (type === 'integer' && taken?.includes('number'))
  if (!taken || (given && given.every(fits))) return []
  return [`${at} is ${(next ?? ['anything']).join(' or ')} now, not ${(known ?? ['anything']).join(' or ')}`]
}

const allowedValues = ({ const: value, enum: values }: Schema) => (value === undefined ? values : [value])

/** Responses may have new values; requests must not lose any. */
const enumBreaks = (before: Schema, after: Schema, { at, direction }: Place): string[] => {
  const [known, next] = [allowedValues(before), allowedValues(after)]
  if (direction === 'response' || !next) return []
  if (!known) return [`${at} takes only some values now`]
  const gone = known.filter((value) => !next.includes(value))
  return gone.map((value) => `${at} does not take ${JSON.stringify(value)} any more`)
}

const lowerLimits = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']
const upperLimits = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']
const otherLimits = ['pattern', 'multipleOf', 'uniqueItems']

const limitBreaks = (before: Schema, after: Schema, { at, direction }: Place): string[] => {
  if (direction === 'response') return []
  const isNarrower = (name: string, sign: 1 | -1) =>
    after[name] !== undefined &&
    (before[name] === undefined || sign * (after[name] as number) > sign * (before[name] as number))
  const narrowed = [
    ...lowerLimits.filter((name) => isNarrower(name, 1)),
    ...upperLimits.filter((name) => isNarrower(name, -1)),
    ...otherLimits.filter((name) => after[name] !== undefined && after[name] !== before[name]),
  ]
  return narrowed.map((name) => `${at} has another ${name}, ${String(after[name])}`)
}

const formatBreaks = (before: Schema, after: Schema, { at, direction }: Place): string[] => {
  const [taken, given] = direction === 'request' ? [after, before] : [before, after]
  return taken.format === undefined || taken.format === given.format
    ? []
    : [`${at} has the format ${after.format ?? 'of any text'} now, not ${before.format ?? 'of any text'}`]
}

const fieldBreaks = (before: Schema, after: Schema, place: Place): string[] => {
  const { at, direction } = place
  const [known, next] = [before.properties ?? {}, after.properties ?? {}]
  const [first, last] = direction === 'request' ? [after, before] : [before, after]
  const missing = (first.required ?? []).filter((name) => !last.required?.includes(name))
  const isOpen = after.properties === undefined && after.additionalProperties !== false
  return [
    ...Object.keys(known)
      .filter((name) => !(name in next) && !(direction === 'request' && isOpen))
      .map((name) => `${at} has no field ${name} any more`),
    ...missing
      .filter((name) => direction === 'request' || name in next)
      .map((name) => `${at} ${direction === 'request' ? 'requires the' : 'may lack the'} field ${name} now`),
    ...Object.entries(known).flatMap(([name, field]) =>
      next[name] ? breaksOfSchema(field, next[name], { ...place, at: `${at}.${name}` }) : [],
    ),
  ]
}

const partBreaks = (before: Schema, after: Schema, place: Place): string[] => {
  const { at, direction } = place
  const [known, next] = [before.additionalProperties, after.additionalProperties]
  const isClosed =
    direction === 'request' && next === false && known !== false && before.properties === undefined
  return [
    ...breaksOfSchema(before.items, after.items, { ...place, at: `${at}[]` }),
    ...(isClosed ? [`${at} takes no further fields now`] : []),
    ...(typeof known === 'object' && typeof next === 'object'
      ? breaksOfSchema(known, next, { ...place, at: `${at}.*` })
      : []),
  ]
}

const isNullType = ({ type }: Schema) => type === 'null'

const ofType = (type: string, { enum: values, ...schema }: Schema): Schema => ({
  ...schema,
  type,
  ...(values && { enum: values.filter((value) => (value === null) === (type === 'null')) }),
})

/** Returns the alternatives of a schema; `string or null` counts as two. */
const schemaChoices = (schema: Schema, document: ApiDocument): Schema[] => {
  const { anyOf, oneOf, type } = schema
  const choices = anyOf ?? oneOf
  if (choices) return choices.flatMap((one) => (one.$ref ? [one] : schemaChoices(one, document)))
  return Array.isArray(type) ? type.map((one) => ofType(one, schema)) : [schema]
}

/** Each alternative that clients know must stay; a response must not become nullable. */
const choiceBreaks = (before: Schema, after: Schema, place: Place): string[] => {
  const { at, direction, documents } = place
  const [olds, news] = [schemaChoices(before, documents.before), schemaChoices(after, documents.after)]
  if (direction === 'response' && news.some(isNullType) && !olds.some(isNullType))
    return [`${at} may be null now`]
  const best = (old: Schema): string[] => {
    const attempts = news.map((one) => breaksOfSchema(old, one, place))
    return attempts.toSorted((a, b) => a.length - b.length)[0] ?? [`${at} has lost a choice`]
  }
  // removing null from responses breaks nothing
  return olds.filter((old) => direction === 'request' || !isNullType(old)).flatMap(best)
}

/** Generated clients name their types after the schemas. */
const schemaNameBreaks = ({ $ref = '' }: Schema, { components }: ApiDocument): string[] => {
  const name = /^#\/components\/schemas\/(.+)$/.exec($ref)?.[1]
  return name === undefined || name in (components?.schemas ?? {}) ? [] : [`the schema ${name} is gone`]
}

/** Returns the breaking changes between two schemas in the same position, for clients that send or receive it. */
export const breaksOfSchema = (
  before: object | undefined,
  after: object | undefined,
  place: Place,
): string[] => {
  if (!before || !after || (isDeepStrictEqual(before, after) && !('$ref' in before))) {
    if (after && !before && place.direction === 'request' && place.at.endsWith('[]')) return []
    return before && !after && place.direction === 'response' ? [`${place.at} may be anything now`] : []
  }
  if (place.direction === 'request' && (after as Schema)['readOnly'] === true) return [] // accepted and ignored
  const step = `${(before as Schema).$ref ?? ''}>${(after as Schema).$ref ?? ''}`
  const seen = place.seen ?? []
  if (step !== '>' && seen.includes(step)) return []
  const inside = { ...place, seen: step === '>' ? seen : [...seen, step] }
  const [old, next] = [
    resolveReference(before as Schema, place.documents.before),
    resolveReference(after as Schema, place.documents.after),
  ]
  const names = schemaNameBreaks(before as Schema, place.documents.after)
  if ([old, next].some(({ anyOf, oneOf }) => anyOf ?? oneOf))
    return [...names, ...choiceBreaks(old, next, inside)]
  const types = typeBreaks(old, next, inside)
  const rules = [enumBreaks, limitBreaks, formatBreaks, fieldBreaks, partBreaks]
  return [...names, ...(types.length > 0 ? types : rules.flatMap((rule) => rule(old, next, inside)))]
}
