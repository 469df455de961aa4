import type * as zod from 'zod'
import type * as mini from 'zod/mini'

export type Built = mini.ZodMiniType
export type Meta = zod.GlobalMeta

/** How zod makes an object of its fields: strict, loose, or neither. */
export type ObjectKind = (shape: Record<string, Built>) => unknown

/** What is known of a schema before it is built. */
export interface SchemaParts<Schema> {
  /** Of an object: how strict it is, and its fields. */
  kind?: ObjectKind
  shape?: Record<string, Schema>
  /** Of an array: the schema of its items. */
  item?: Schema
  /** Of an optional or nullable schema: the schema inside. */
  within?: Schema
  /** Of a schema with checks: the schema without them, and the checks. */
  base?: Schema
  checks?: ((built: Built) => unknown)[]
  /** Of a union: what it may be. */
  options?: unknown[]
  /** Of a field: it may change without the version of what it stands in. */
  isUnversioned?: boolean
  /** Of a default: `within` has none. */
  isDefault?: boolean
  /** Of an optional schema or a default: what stands in for it where there is no value. */
  absent?: Schema
  meta?: Meta
}

/** The metadata of a schema without its `id`, which no copy may carry. */
export const withoutId = (meta: Meta = {}): Meta => {
  const { id: _, ...rest } = meta
  return rest
}
