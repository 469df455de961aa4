import { object } from 'zod/mini'
import { requireLazySchema, type LazySchema } from '../../schema/lazy-schema.ts'
import type { ZodType } from '../../schema/schema.ts'

/**
 * Serializes a result: at every depth, it keeps the fields of objects that the schema has and adds defaults for missing
 * ones. Plain values are sent unchanged, since they were checked when they were stored; objects without fixed fields
 * are parsed. Throws if a required field is missing.
 */
export const serialize = (schema: ZodType, value: unknown): unknown => part(requireLazySchema(schema), value)

const part = (schema: LazySchema, value: unknown): unknown => {
  if (value === undefined) return schema.parse(value)
  if (value === null || typeof value !== 'object') return value
  const { kind, shape, item, within } = schema.parts
  if (within) return part(within, value)
  if (item && Array.isArray(value)) return value.map((one) => part(item, one))
  if (!shape || kind !== object) return schema.parse(value)
  const given = value as Record<string, unknown>
  const kept: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(shape)) {
    const member = part(field, given[name])
    if (member !== undefined) kept[name] = member
  }
  return kept
}
