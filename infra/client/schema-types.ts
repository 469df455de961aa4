/** JSON schema of the document, from which TypeScript types are generated. */

export interface Schema {
  $ref?: string
  type?: string | string[]
  description?: string
  const?: unknown
  enum?: unknown[]
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: boolean | Schema
  format?: string
  readOnly?: boolean
}

export const indented = (text: string): string => text.replaceAll('\n', '\n  ')

/** Returns a one-line doc comment, or nothing if there is no text. */
export const commentOf = (text: string | undefined): string =>
  text ? `/** ${text.replaceAll(/\s+/g, ' ').replaceAll('*/', '* /')} */\n` : ''

const literal = (value: unknown) =>
  typeof value === 'string' ? `'${value.replaceAll(/['\\]/g, String.raw`\$&`)}'` : JSON.stringify(value)

export const nameIn = (reference: string): string => reference.split('/').at(-1) as string

/** Returns a field of a type; optional fields also accept `undefined`, because JSON omits it. */
export const fieldSource = (name: string, schema: Schema, isRequired: boolean): string => {
  const key = /^\w+$/.test(name) ? name : literal(name)
  const type = isRequired ? typeSource(schema) : `${typeSource(schema)} | undefined`
  return `${commentOf(schema.description)}${schema.readOnly ? 'readonly ' : ''}${key}${isRequired ? '' : '?'}: ${type}`
}

const objectType = ({ properties, required = [], additionalProperties }: Schema) => {
  if (!properties) {
    const value = typeof additionalProperties === 'object' ? typeSource(additionalProperties) : 'unknown'
    return `Record<string, ${value}>`
  }
  const fields = Object.entries(properties).map(([name, schema]) =>
    fieldSource(name, schema, required.includes(name)),
  )
  return `{\n  ${fields.map(indented).join('\n  ')}\n}`
}

const primitives: Record<string, string> = {
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
}

const typeNamed = (type: string, schema: Schema): string => {
  if (type === 'object') return objectType(schema)
  if (type === 'array') return `Array<${typeSource(schema.items ?? {})}>`
  if (type === 'string') return schema.format === 'binary' ? 'Blob' : 'string'
  return primitives[type] ?? 'unknown'
}

export const typeSource = (schema: Schema): string => {
  const { $ref, enum: values, type } = schema
  if ($ref) return nameIn($ref)
  if ('const' in schema) return literal(schema.const)
  if (values) return values.map(literal).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map(typeSource).join(' | ')
  if (type === undefined) return 'unknown'
  return [type]
    .flat()
    .map((one) => typeNamed(one, schema))
    .join(' | ')
}

export const declarationOf = (name: string, schema: Schema): string =>
  schema.properties
    ? `${commentOf(schema.description)}export interface ${name} ${typeSource(schema)}\n`
    : `${commentOf(schema.description)}export type ${name} = ${typeSource(schema)}\n`
