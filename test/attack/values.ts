import { fieldsOf, type Contract } from './contract.ts'
import type { Schema } from '../support/json-schema.ts'
import type { Random } from './random.ts'

export interface Making {
  contract: Contract
  random: Random
  /** Word in every generated text. */
  mark: string
  /** Returns IDs of existing resources by the name of the field. */
  idsFor: (field: string) => string[]
  /** Share of optional fields to include. */
  fullness: number
  /** True to create resources that only their owner sees, if possible. */
  isPrivate?: boolean
}

const secluded = ['private', 'draft']

const textFor = (schema: Schema, { mark, random }: Making, field: string): string => {
  if (schema.format === 'date-time') return `2030-0${1 + random.below(9)}-1${random.below(9)}T09:30:00Z`
  if (schema.format === 'date') return `2030-0${1 + random.below(9)}-1${random.below(9)}`
  if (schema.format === 'email') return `${random.word(12)}@example.com`
  if (schema.format === 'uri' || schema.pattern) return String(random.pick(schema.examples ?? ['x']))
  if (/^(locale|language|timezone|model_id|content_type)$/.test(field) && schema.examples)
    return String(random.pick(schema.examples))
  if (field === 'password') return `${mark}${random.word(12)}`
  const text = `${mark} ${String(random.pick(schema.examples ?? ['words']))}`
  return text.slice(0, schema.maxLength ?? Infinity)
}

const isQuestion = ({ contract }: Making, items: Schema | undefined): boolean =>
  ['type', 'options', 'answer'].every((name) => name in fieldsOf(contract, items))

/** Returns a valid value for a schema; `field` is its name. */
export const valueFor = (making: Making, given: Schema, field = ''): unknown => {
  const { contract, random } = making
  const schema = contract.resolved(given)
  const one = schema.anyOf ?? schema.oneOf
  if (one) {
    const solid = one.filter(({ type }) => type !== 'null')
    return valueFor(
      making,
      { ...schema, anyOf: undefined, oneOf: undefined, ...random.pick(solid) } as Schema,
      field,
    )
  }
  if (schema.const !== undefined) return schema.const
  if (schema.enum) {
    const hidden = making.isPrivate && schema.enum.find((value) => secluded.includes(String(value)))
    return hidden || random.pick(schema.enum.filter((value) => value !== null))
  }
  const type = [schema.type ?? 'object'].flat()[0]
  if (type === 'boolean') return random.chance(0.5)
  if (type === 'integer' || type === 'number')
    return schema.examples
      ? random.pick(schema.examples)
      : Math.max(schema.minimum ?? 0, Math.min(3, schema.maximum ?? 3))
  // an answer must fit the type and the options of its question, as in the examples
  if (type === 'array' && schema.examples && isQuestion(making, schema.items))
    return random.pick(schema.examples)
  if (type === 'array') {
    const length = Math.max(schema.minItems ?? 0, random.below(Math.min(3, (schema.maxItems ?? 3) + 1)))
    const items = Array.from({ length }, () => schema.items && valueFor(making, schema.items, field))
    return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
  }
  if (type === 'string') {
    const isId = schema.format === 'uuid' || /(^|_)ids?$/.test(field)
    if (!isId || field === 'model_id') return textFor(schema, making, field)
    const ids = making.idsFor(field)
    return ids.length > 0 ? random.pick(ids) : random.uuid()
  }
  return objectFor(making, schema)
}

/** Returns an object with all required fields and some optional ones. */
export const objectFor = (making: Making, given: Schema): Record<string, unknown> => {
  const schema = making.contract.resolved(given)
  const isHidden = (part: Schema) =>
    making.isPrivate && making.contract.resolved(part).enum?.some((value) => secluded.includes(String(value)))
  // a grant has a person or a group, never both
  const { user_id, group_id } = schema.properties ?? {}
  const without = user_id && group_id && making.random.pick(['user_id', 'group_id'])
  return Object.fromEntries(
    Object.entries(schema.properties ?? {})
      .filter(([name, part]) => !part.readOnly && name !== without)
      .filter(
        ([name, part]) =>
          schema.required?.includes(name) ||
          isHidden(part) ||
          (without && name in { user_id, group_id }) ||
          making.random.chance(making.fullness),
      )
      .map(([name, part]) => [name, valueFor(making, part, name)]),
  )
}
