import { expect } from 'vitest'
import { jsonSchemaOf } from '../../infra/openapi/schema.ts'
import type * as z from '../../src/platform/schema/schema.ts'
import { wrongIn, type Schema } from './json-schema.ts'

const known = new WeakMap<z.ZodType, Schema>()

/** The schema as the OpenAPI document has it: the bounds that it says are not all checked by zod. */
const documented = (schema: z.ZodType) => {
  const found = known.get(schema) ?? (jsonSchemaOf(schema, 'output') as Schema)
  known.set(schema, found)
  return found
}

/** Refuses a value that is beyond what the documentation says of its lengths, numbers and formats. */
export const expectBounded = (schema: z.ZodType, value: unknown): void => {
  const { $defs = {}, ...whole } = documented(schema)
  const resolved = (part: Schema) => (part.$ref ? ($defs[part.$ref.slice('#/$defs/'.length)] ?? part) : part)
  expect(wrongIn(resolved, whole, value), 'what the documentation does not say').toBeUndefined()
}
