import { isDeepStrictEqual } from 'node:util'
import type { Item } from './operation.ts'

/** The expressions of a write as they are sent, with what their placeholders stand for. */
export interface WrittenExpressions {
  ConditionExpression?: string | undefined
  UpdateExpression?: string | undefined
  ExpressionAttributeNames?: Record<string, string> | undefined
  ExpressionAttributeValues?: Record<string, unknown> | undefined
}

type Path = string[]
type Attributes = Record<string, unknown>

const valueAt = (item: Attributes, path: Path): unknown =>
  path.reduce<unknown>((value, name) => (value as Attributes | undefined)?.[name], item)

/** The map in which a path ends; it is made where there is none. */
const mapOf = (item: Attributes, path: Path): Attributes =>
  path.slice(0, -1).reduce((map, name) => (map[name] ??= {}) as Attributes, item)

const sizeOf = (value: unknown): number | undefined => {
  if (typeof value === 'string') return Buffer.byteLength(value)
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined
}

const isLess = (a: unknown, b: unknown): boolean =>
  typeof a === typeof b && (typeof a === 'number' || typeof a === 'string') && a < (b as typeof a)

/** What compares an operand with another; with one that is missing, nothing does. */
const comparators: Record<string, (a: unknown, b: unknown) => boolean> = {
  '=': isDeepStrictEqual,
  '<': isLess,
  '>': (a, b) => isLess(b, a),
  '<=': (a, b) => isLess(a, b) || isDeepStrictEqual(a, b),
  '>=': (a, b) => isLess(b, a) || isDeepStrictEqual(a, b),
}

/**
 * Reads an expression from left to right: the part of DynamoDB's grammar that expression.ts writes. Anything else is a
 * TypeError, so that nothing is taken for what it does not say.
 */
const parserOf = (expression: string, written: WrittenExpressions, item: Attributes) => {
  const tokens = expression.match(/[#:]?\w+|<=|>=|\S/g) ?? []
  let position = 0
  const isNext = (token: string) => tokens[position] === token
  const take = (token?: string): string => {
    const taken = tokens[position++]
    if (taken === undefined || (token !== undefined && taken !== token))
      throw new TypeError(`"${expression}" cannot be evaluated at "${taken}".`)
    return taken
  }
  const inParentheses = <T>(read: () => T): T => {
    take('(')
    const value = read()
    take(')')
    return value
  }
  const list = <T>(read: () => T, separator: string): T[] => {
    const values = [read()]
    while (isNext(separator)) {
      take(separator)
      values.push(read())
    }
    return values
  }
  const name = () => {
    const token = take()
    return token.startsWith('#') ? (written.ExpressionAttributeNames?.[token] as string) : token
  }
  const path = (): Path => list(name, '.')

  const operand = (): unknown => {
    if (tokens[position]?.startsWith(':')) return written.ExpressionAttributeValues?.[take()]
    if (tokens[position + 1] !== '(') return valueAt(item, path())
    const isSize = isNext('size')
    take(isSize ? 'size' : 'if_not_exists')
    return inParentheses(() => {
      const present = valueAt(item, path())
      if (isSize) return sizeOf(present)
      take(',')
      const other = operand()
      return present ?? other
    })
  }
  const sum = (): unknown => {
    const operands = list(operand, '+')
    return operands.length === 1
      ? operands[0]
      : operands.reduce<number>((total, one) => total + (one as number), 0)
  }
  const test = (): boolean => {
    if (isNext('(')) return inParentheses(anyOf)
    for (const [token, isExpected] of [
      ['attribute_exists', true],
      ['attribute_not_exists', false],
    ] as const)
      if (isNext(token)) {
        take(token)
        return inParentheses(() => (valueAt(item, path()) !== undefined) === isExpected)
      }
    const first = operand()
    const comparator = comparators[take()]
    if (!comparator) throw new TypeError(`"${expression}" has a comparison that is not known.`)
    const second = operand()
    return first !== undefined && second !== undefined && comparator(first, second)
  }
  const allOf = (): boolean => list(test, 'AND').every(Boolean)
  const anyOf = (): boolean => list(allOf, 'OR').some(Boolean)

  return { take, path, sum, list, anyOf, isNext, isOver: () => position >= tokens.length }
}

/** Whether the condition of a write holds for an item, `{}` for none; a write without one is always made. */
export const holds = (written: WrittenExpressions, item: Attributes): boolean =>
  !written.ConditionExpression || parserOf(written.ConditionExpression, written, item).anyOf()

/** The item that an update leaves behind. Every value is computed from the item as it was before. */
export const updated = (written: WrittenExpressions, before: Item): Item => {
  const after = structuredClone(before)
  const { take, path, sum, list, isNext, isOver } = parserOf(written.UpdateExpression ?? '', written, before)
  const assign = () => {
    const target = path()
    take('=')
    mapOf(after, target)[target.at(-1) as string] = sum()
  }
  const remove = () => {
    const target = path()
    delete mapOf(after, target)[target.at(-1) as string]
  }
  while (!isOver()) {
    const isSet = isNext('SET')
    take(isSet ? 'SET' : 'REMOVE')
    list(isSet ? assign : remove, ',')
  }
  return after
}
