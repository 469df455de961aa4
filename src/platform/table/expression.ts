/** Where something lies in an item: an attribute, or the names that lead into a map. */
export type Path = string | readonly string[]

/** What an expression calls a name (`#name`) or a value (`:name`) of its own. */
interface Placeholders {
  name: (path: Path) => string
  value: (path: Path, value: unknown) => string
}

/** A condition of a write; it is written down with the placeholders of the expression that it stands in. */
export type Condition = (placeholders: Placeholders) => string

/** What an update does to its item, each path once, and what must be so for it to be made at all. */
export interface ItemChange {
  set?: (readonly [path: Path, value: unknown])[]
  /** Adds to a number; one that is missing is 0. `from` is the number added to, when it is another one. */
  increment?: { path: Path; amount: number; from?: Path }[]
  remove?: Path[]
  require?: Condition[]
}

export const exists = (path: Path): Condition => {
  return ({ name }) => `attribute_exists(${name(path)})`
}

export const isAbsent = (path: Path): Condition => {
  return ({ name }) => `attribute_not_exists(${name(path)})`
}

/** Compares what lies at a path with a value. */
export const compare = (path: Path, operator: '=' | '<' | '<=' | '>', value: unknown): Condition => {
  return (placeholders) => `${placeholders.name(path)} ${operator} ${placeholders.value(path, value)}`
}

export const equals = (path: Path, value: unknown): Condition => compare(path, '=', value)

/** Whether a map, list or text has fewer members than `size`. */
export const isSmaller = (path: Path, size: number): Condition => {
  return ({ name, value }) => `size(${name(path)}) < ${value('size', size)}`
}

const joined = (conditions: Condition[], operator: 'AND' | 'OR'): Condition => {
  return (placeholders) => `(${conditions.map((condition) => condition(placeholders)).join(` ${operator} `)})`
}

export const anyOf = (...conditions: Condition[]): Condition => joined(conditions, 'OR')

export const allOf = (...conditions: Condition[]): Condition => joined(conditions, 'AND')

/** One placeholder for each different name or value, called like it as far as DynamoDB's letters go. */
const collector = <V>(sign: '#' | ':') => {
  const used: Record<string, V> = {}
  const placeholderOf = (name: string, value: V): string => {
    const plain = `${sign}${name.replace(/\W/g, '_')}`
    let placeholder = plain
    for (let n = 2; placeholder in used && used[placeholder] !== value; n += 1) placeholder = `${plain}_${n}`
    used[placeholder] = value
    return placeholder
  }
  return { used, placeholderOf }
}

/** Writes expressions with placeholders, and gives those that it has used: DynamoDB refuses others, and empty lists. */
const written = <E>(write: (placeholders: Placeholders) => E) => {
  const names = collector<string>('#')
  const values = collector<unknown>(':')
  const segments = (path: Path) => (typeof path === 'string' ? [path] : path)
  const expressions = write({
    name: (path) =>
      segments(path)
        .map((name) => names.placeholderOf(name, name))
        .join('.'),
    value: (path, value) => values.placeholderOf(segments(path).at(-1) as string, value),
  })
  const has = (used: object) => Object.keys(used).length > 0
  return {
    ...expressions,
    ...(has(names.used) && { ExpressionAttributeNames: names.used }),
    ...(has(values.used) && { ExpressionAttributeValues: values.used }),
  }
}

const conditionExpression = (conditions: Condition[], placeholders: Placeholders) =>
  conditions.map((condition) => condition(placeholders)).join(' AND ')

/** The expression of a write that is made only if all of these hold. */
export const toCondition = (...conditions: [Condition, ...Condition[]]) =>
  written((placeholders) => ({ ConditionExpression: conditionExpression(conditions, placeholders) }))

/** The expressions of an update ("Update expressions" and "Condition expressions" in DynamoDB's guide). */
export const toUpdateExpression = ({ set = [], increment = [], remove = [], require = [] }: ItemChange) =>
  written((placeholders) => {
    const { name, value } = placeholders
    const assignments = [
      ...set.map(([path, content]) => `${name(path)} = ${value(path, content)}`),
      ...increment.map(
        ({ path, amount, from = path }) =>
          `${name(path)} = if_not_exists(${name(from)}, ${value('zero', 0)}) + ${value('amount', amount)}`,
      ),
    ]
    const clauses = [
      ...(assignments.length > 0 ? [`SET ${assignments.join(', ')}`] : []),
      ...(remove.length > 0 ? [`REMOVE ${remove.map(name).join(', ')}`] : []),
    ]
    return {
      UpdateExpression: clauses.join(' '),
      ...(require.length > 0 && { ConditionExpression: conditionExpression(require, placeholders) }),
    }
  })
