import { describeReadOnly, sayDefaults } from './bodies.ts'
import { fieldNames, nameIn, placeSchema, schemaReference, type Components } from './components.ts'
import {
  unnamedResponseNames,
  requestBodyName,
  isListPage,
  listSchemaName,
  schemaNoun,
  componentSubject,
  type NamedOperation,
} from './names.ts'
import type { JsonSchema } from './schema.ts'

interface Parameter {
  name: string
  schema: JsonSchema
}

type Content = Record<string, { schema: JsonSchema }>

/** Parts of an operation that contain schemas. */
export interface OperationSchemas {
  /** Name of the operation's function, which begins with the area. */
  name: string
  area: string
  operation: {
    parameters?: unknown[]
    requestBody?: { content: Content }
    responses: Record<string, unknown>
  }
}

const json = 'application/json'

const responseSchemas = ({ operation }: OperationSchemas): { schema: JsonSchema }[] =>
  Object.entries(operation.responses).flatMap(([status, response]) => {
    const content = (response as { content?: Content }).content?.[json]
    return status < '300' && content ? [content] : []
  })

const listItemName = (page: JsonSchema) => {
  const items = page.properties?.['items'] as JsonSchema | undefined
  return nameIn((items?.items ?? {}) as JsonSchema)
}

const namedAfter = (one: OperationSchemas): NamedOperation => {
  const schema = responseSchemas(one)[0]?.schema ?? {}
  const answers = isListPage(schema) ? listItemName(schema) : nameIn(schema)
  return { name: one.name, area: one.area, answers }
}

/**
 * Names every list, request body, enum and object of the operations that has no name from `.meta({ id })`, and moves it
 * to the components. The names derive from the verb and the noun of the endpoint.
 */
export const nameSchemas = (operations: OperationSchemas[], components: Components): void => {
  const named = operations.map((one) => ({ ...one, after: namedAfter(one) }))
  const { nameFields, nameParameter } = fieldNames(components)

  for (const { name, operation } of named) {
    const body = operation.requestBody?.content[json]?.schema
    const [answer] = responseSchemas({ operation } as OperationSchemas)
    if (body && answer) describeReadOnly(name, body, answer.schema, components)
    if (body) sayDefaults(body)
  }
  for (const one of named)
    for (const answer of responseSchemas(one)) {
      if (answer.schema.$ref) continue
      const [name, otherwise] = isListPage(answer.schema)
        ? [listSchemaName(one.after)]
        : unnamedResponseNames(one.after)
      answer.schema = schemaReference(placeSchema(components, answer.schema, name as string, otherwise))
    }
  for (const name of Object.keys(components)) nameFields(name)

  for (const { operation, after } of named) {
    const content = operation.requestBody?.content[json]
    if (!content || content.schema.$ref) continue
    const name = placeSchema(components, content.schema, requestBodyName(after))
    content.schema = schemaReference(name)
    nameFields(name, schemaNoun(after))
  }
  for (const { operation, after } of named)
    for (const parameter of (operation.parameters ?? []) as Parameter[])
      if (parameter.schema) nameParameter(parameter, componentSubject(after.answers ?? schemaNoun(after)))
}
