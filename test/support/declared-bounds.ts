import { expect } from 'vitest'
import { toJsonSchema } from '../../infra/openapi/schema/schema.ts'
import type * as z from '../../src/platform/schema/schema.ts'
import { wrongIn, type Schema } from './json-schema.ts'

const known = new WeakMap<z.ZodType, Schema>()

/** Returns the schema of the OpenAPI document, because zod does not check all documented bounds. */
const documented = (schema: z.ZodType) => {
  const found = known.get(schema) ?? (toJsonSchema(schema, 'output') as Schema)
  known.set(schema, found)
  return found
}

/** Fails if a value exceeds the documented lengths, numbers or formats. */
export const expectBounded = (schema: z.ZodType, value: unknown): void => {
  const { $defs = {}, ...whole } = documented(schema)
  const resolved = (part: Schema) => (part.$ref ? ($defs[part.$ref.slice('#/$defs/'.length)] ?? part) : part)
  expect(wrongIn(resolved, whole, value), 'what the documentation does not say').toBeUndefined()
}
