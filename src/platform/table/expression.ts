import type { TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { environment } from '../runtime/environment.ts'
import type { Condition, Path } from './condition.ts'
import type { ItemChange, Operation, Update } from './operation.ts'

/** Placeholders of an expression for names (`#name`) and values (`:name`). */
interface Placeholders {
  name: (path: Path) => string
  value: (path: Path, value: unknown) => string
}

const conditionText = (condition: Condition, placeholders: Placeholders): string => {
  if ('of' in condition)
    return `(${condition.of.map((one) => conditionText(one, placeholders)).join(` ${condition.is} `)})`
  const { is, path } = condition
  const name = placeholders.name(path)
  if ('size' in condition) return `size(${name}) < ${placeholders.value('size', condition.size)}`
  if (is === 'IN')
    return `${name} IN (${condition.value.map((one) => placeholders.value(path, one)).join(', ')})`
  if (is === 'contains') return `contains(${name}, ${placeholders.value(path, condition.value)})`
  return 'value' in condition
    ? `${name} ${is} ${placeholders.value(path, condition.value)}`
    : `${is}(${name})`
}

/**
 * Assigns one placeholder to each distinct name or value, named after it as far as DynamoDB's character set permits.
 */
const collector = <V>(sign: '#' | ':') => {
  const used: Record<string, V> = {}
  const toPlaceholder = (name: string, value: V): string => {
    const plain = `${sign}${name.replace(/\W/g, '_')}`
    let placeholder = plain
    for (let n = 2; placeholder in used && used[placeholder] !== value; n += 1) placeholder = `${plain}_${n}`
    used[placeholder] = value
    return placeholder
  }
  return { used, placeholderOf: toPlaceholder }
}

/** Returns undefined for an empty map, which DynamoDB rejects. */
const usedOnes = <V>(used: Record<string, V>) => (Object.keys(used).length > 0 ? used : undefined)

/** Names in the conditions of all puts. They are not reserved words, so they need no placeholders. */
const plainNames = new Set(['pk', 'writeId'])

/** Builds expressions, and returns them with the placeholders that they use: DynamoDB rejects unused ones. */
const writeExpression = <E>(write: (placeholders: Placeholders) => E, valueName?: string) => {
  const names = collector<string>('#')
  const values = collector<unknown>(':')
  const segments = (path: Path) => [path].flat()
  const expressions = write({
    name: (path) =>
      segments(path)
        .map((name) => (plainNames.has(name) ? name : names.placeholderOf(name, name)))
        .join('.'),
    value: (path, value) => values.placeholderOf(valueName ?? (segments(path).at(-1) as string), value),
  })
  return {
    ...expressions,
    ExpressionAttributeNames: usedOnes(names.used),
    ExpressionAttributeValues: usedOnes(values.used),
  }
}

const clause = (keyword: string, parts: string[]) =>
  parts.length > 0 ? [`${keyword} ${parts.join(', ')}`] : []

const updateText = ({ set = [], increment = [], remove = [] }: ItemChange, { name, value }: Placeholders) => {
  const assignments = [
    ...set.map(([path, content]) => `${name(path)} = ${value(path, content)}`),
    ...increment.map(
      ({ path, amount, from = path }) =>
        `${name(path)} = if_not_exists(${name(from)}, ${value('zero', 0)}) + ${value('amount', amount)}`,
    ),
  ]
  return [...clause('SET', assignments), ...clause('REMOVE', remove.map(name))].join(' ')
}

const conditionExpression = ({ require = [] }: Operation, placeholders: Placeholders) => ({
  ConditionExpression: require.map((one) => conditionText(one, placeholders)).join(' AND ') || undefined,
})

/** Returns a condition as the filter of a Query. Short placeholders keep filters by many values below 4 KB. */
export const toFilter = (condition: Condition) =>
  writeExpression((placeholders) => ({ FilterExpression: conditionText(condition, placeholders) }), 'v')

/** Returns an update in DynamoDB's form ("Update expressions" in its guide). */
export const toUpdateInput = (update: Update, TableName = environment.tableName) => ({
  TableName,
  Key: update.key,
  ...writeExpression((placeholders) => ({
    UpdateExpression: updateText(update.change, placeholders),
    ...conditionExpression(update, placeholders),
  })),
})

type TransactItem = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** Returns a write in DynamoDB's form. */
export const toTransactItem = (operation: Operation): TransactItem => {
  if ('change' in operation) return { Update: toUpdateInput(operation) }
  const common = {
    TableName: environment.tableName,
    ...writeExpression((placeholders) => conditionExpression(operation, placeholders)),
  }
  if ('put' in operation) return { Put: { Item: operation.put, ...common } }
  if ('remove' in operation) return { Delete: { Key: operation.remove, ...common } }
  return { ConditionCheck: { Key: operation.key, ...common } }
}
