import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { environment } from '../runtime/environment.ts'
import type { Condition, Path } from './condition.ts'
import type { ItemChange, Operation, Update } from './operation.ts'

/** What an expression calls a name (`#name`) or a value (`:name`) of its own. */
interface Placeholders {
  name: (path: Path) => string
  value: (path: Path, value: unknown) => string
}

const conditionText = (condition: Condition, { name, value }: Placeholders): string => {
  switch (condition.is) {
    case 'any':
    case 'all': {
      const operator = condition.is === 'any' ? ' OR ' : ' AND '
      return `(${condition.of.map((one) => conditionText(one, { name, value })).join(operator)})`
    }
    case 'present':
      return `attribute_exists(${name(condition.path)})`
    case 'absent':
      return `attribute_not_exists(${name(condition.path)})`
    case 'smaller':
      return `size(${name(condition.path)}) < ${value('size', condition.size)}`
    default:
      return `${name(condition.path)} ${condition.is} ${value(condition.path, condition.value)}`
  }
}

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

const updateText = ({ set = [], increment = [], remove = [] }: ItemChange, { name, value }: Placeholders) => {
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
  return clauses.join(' ')
}

const conditionsText = (require: Condition[], placeholders: Placeholders) =>
  require.map((condition) => conditionText(condition, placeholders)).join(' AND ')

/** The expression of a write that is made only if all of these hold. */
const toCondition = (require: Condition[]) =>
  written((placeholders) => ({ ConditionExpression: conditionsText(require, placeholders) }))

/** An update as DynamoDB takes it ("Update expressions" in its guide). */
export const toUpdateInput = ({ key, change, require = [] }: Update, TableName = environment.tableName) => ({
  TableName,
  Key: key,
  ...written((placeholders) => ({
    UpdateExpression: updateText(change, placeholders),
    ...(require.length > 0 && { ConditionExpression: conditionsText(require, placeholders) }),
  })),
})

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** A write as DynamoDB takes it. */
export const toTransactItem = (operation: Operation): TransactItem => {
  if ('change' in operation) return { Update: toUpdateInput(operation) }
  const { tableName: TableName } = environment
  const { require = [] } = operation
  if ('key' in operation)
    return { ConditionCheck: { TableName, Key: operation.key, ...toCondition(require) } }
  const condition = require.length > 0 && toCondition(require)
  if ('put' in operation) return { Put: { TableName, Item: operation.put, ...condition } }
  return { Delete: { TableName, Key: operation.remove, ...condition } }
}
