import type * as zod from 'zod'
import type * as mini from 'zod/mini'

export type Built = mini.ZodMiniType
export type Meta = zod.GlobalMeta

/** zod's constructor of an object schema: strict, loose, or neither. */
export type ObjectKind = (shape: Record<string, Built>) => unknown

/** Parts of a schema that are known before it is built. */
export interface SchemaParts<Schema> {
  /** Object: constructor (strict, loose, or neither) and fields. */
  kind?: ObjectKind
  shape?: Record<string, Schema>
  /** Array: schema of the items. */
  item?: Schema
  /** Optional or nullable schema: inner schema. */
  within?: Schema
  /** Schema with checks: schema without them, and the checks. */
  base?: Schema
  checks?: ((built: Built) => unknown)[]
  /** Union: alternatives. */
  options?: unknown[]
  /** Field: true if it may change without a new version of its resource. */
  isUnversioned?: boolean
  /** Default: true; `within` is the schema without it. */
  isDefault?: boolean
  /** Optional schema or default: replacement if the value is absent. */
  absent?: Schema
  meta?: Meta
}

/** Returns the metadata without its `id`, which copies must not have. */
export const withoutId = (meta: Meta = {}): Meta => {
  const { id: _, ...rest } = meta
  return rest
}
