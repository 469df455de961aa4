import { readFileSync } from 'node:fs'
import { parse } from 'yaml'
import { formBody } from '../../src/platform/http/request/form-body.ts'
import { fullPath } from '../../src/platform/http/spec-rules.ts'
import type { Spec } from '../../src/platform/http/spec.ts'
import { toCodeSamples } from './code-samples.ts'
import { nameIn, type Components } from './schema/components.ts'
import { exampleAnswer, toExample, findPlaceholders } from './example.ts'
import type { JsonSchema } from './schema/schema.ts'

interface OperationExample {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: object
  answer: unknown
}

const { 'x-things': _, ...table } = parse(
  readFileSync(new URL('operation-examples.yml', import.meta.url), 'utf8'),
  { merge: true },
) as Record<string, OperationExample>

/** Operations with complete examples, by ID. */
export const operationExamples = table

type Media = { schema: JsonSchema; example?: unknown }

interface Body {
  description: string
  content?: Record<string, Media | undefined>
}

/** Returns the JSON content of a body in any protocol, or its form. */
const findMedia = ({ content = {} }: Body): Media | undefined =>
  Object.entries(content).find(([type]) => /[/+]json$/.test(type) || type === formBody.mediaType)?.[1]

interface Operation {
  operationId: string
  requestBody?: object
  responses: Record<string, unknown>
}

const placeholderSentence = (fields: string[]) => {
  const names = fields.map((name) => `\`${name}\``).join(' and ')
  const meaning =
    fields.length === 1
      ? 'stands for the ID of a resource that exists'
      : 'stand for the IDs of resources that exist'
  return names && ` In the example, ${names} ${meaning}.`
}

const addBody = (body: Body, schemas: Components, given?: object): string => {
  const { description } = body
  const media = findMedia(body)
  if (!media) return description
  const example = given ?? toExample(schemas[nameIn(media.schema) ?? ''] ?? media.schema, schemas)
  if (Object.keys(example).length > 0) media.example = example
  return description + placeholderSentence(findPlaceholders(example))
}

/** Returns the URL of an operation with the parameters of its example. */
const examplePath = (spec: Spec, { params = {}, query = {} }: OperationExample): string => {
  const path = fullPath(spec).replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] as string)
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

/**
 * Adds an example to the body of an operation and, if the table has one, to its first success, with code samples that
 * send it. Throws if the example has a field that the response lacks.
 */
export const addExamples = (spec: Spec, operation: Operation, schemas: Components): void => {
  const example = table[operation.operationId]
  const body = operation.requestBody as Body | undefined
  if (body) body.description = addBody(body, schemas, example?.body)
  if (!example) return
  const success = Object.values(operation.responses)[0] as Body
  const media = findMedia(success) as Media
  media.example = exampleAnswer(media.schema, schemas, example.answer)
  const path = examplePath(spec, example)
  Object.assign(operation, {
    'x-codeSamples': toCodeSamples({ method: spec.method, path, body: example.body, access: spec.access }),
  })
}
