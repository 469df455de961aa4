import { expect, test } from 'vitest'
import type { JsonSchema } from '../../infra/openapi/schema/schema.ts'
import type { ApiDocument } from '../../infra/release/released-document.ts'
import { resolveReference } from '../../infra/release/schema-breaks.ts'
import document from '#generated/openapi.json' with { type: 'json' }

interface Content {
  content?: Record<string, { schema: JsonSchema }>
}

interface Operation {
  requestBody?: Content
  responses: Record<string, Content & { $ref?: string }>
}

const resolve = (schema: JsonSchema = {}): JsonSchema =>
  resolveReference(schema, document as unknown as ApiDocument)

const schemaOf = (part: Content | undefined) => Object.values(part?.content ?? {})[0]?.schema

const variantsOf = (schema: JsonSchema): JsonSchema[] =>
  [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(resolve)

const allowsNull = (schema: JsonSchema) =>
  variantsOf(resolve(schema)).some(({ type }) => [type].flat().includes('null'))

/** Returns the fields, by path, that may be null in a response and must not be null in a request. */
const refusedNulls = (response: unknown, request: unknown, at = ''): string[] => {
  const [shown, sent] = [resolve(response as JsonSchema), resolve(request as JsonSchema)]
  if (sent.readOnly) return []
  const own = allowsNull(shown) && Object.keys(sent).length > 0 && !allowsNull(sent) ? [at] : []
  const [shownFields, sentFields] = [shown, sent].map(
    (schema) => variantsOf(schema).find(({ properties }) => properties)?.properties ?? {},
  )
  const fields = Object.keys(sentFields!).flatMap((name) =>
    refusedNulls(shownFields![name], sentFields![name], `${at}/${name}`),
  )
  return [...own, ...fields, ...(sent.items ? refusedNulls(shown.items, sent.items, `${at}/0`) : [])]
}

test('PUT accepts null in each field that the GET of its path may return as null', () => {
  const pairs = Object.entries(
    document.paths as unknown as Record<string, Record<string, Operation>>,
  ).flatMap(([path, { get, put }]) => (get && put ? [{ path, get, put }] : []))

  expect(pairs.length).toBeGreaterThan(10)
  expect(
    pairs.flatMap(({ path, get, put }) =>
      refusedNulls(schemaOf(get.responses['200']), schemaOf(put.requestBody), path),
    ),
  ).toEqual([])
})
