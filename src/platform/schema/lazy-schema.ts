import type * as zod from 'zod'
import * as mini from 'zod/mini'
import { withoutId, type Built, type Meta, type ObjectKind, type SchemaParts } from './schema-parts.ts'

type Check = Parameters<Built['check']>[number]
type Context = zod.core.ParseContext<zod.core.$ZodIssue>
type Parts = SchemaParts<LazySchema>
export type Shape = Record<string, LazySchema>

/** Builds a nested schema, for validation or for the documentation. */
type Of = (schema: unknown) => Built

/** Builds a schema for validation. */
const plain: Of = (schema) => (schema instanceof LazySchema ? schema.built : (schema as Built))

/** Builds a schema with its metadata, which are for the documentation alone and require a copy of each schema. */
export const withMetadata: Of = (schema) =>
  schema instanceof LazySchema ? schema.described : (schema as Built)

/** A zod/mini schema with the methods of zod, built on first use. */
export class LazySchema {
  readonly #make: (of: Of) => unknown
  readonly parts: Parts
  #built: Built | undefined
  #isChecked = false
  #described: Built | undefined

  constructor(make: (of: Of) => unknown, parts: Parts = {}) {
    this.#make = make
    this.parts = parts
  }

  get built(): Built {
    return (this.#built ??= this.#make(plain) as Built)
  }
  get described(): Built {
    return (this.#described ??= this.#make(withMetadata) as Built)
  }
  /** Marks the schema as one of zod's. */
  get _zod() {
    return this.built._zod
  }
  get def() {
    return this.built.def
  }
  get shape() {
    return this.parts.shape
  }
  /** Values of an enum. */
  get options() {
    return (this.built as Partial<mini.ZodMiniEnum>).options
  }

  parse(value: unknown) {
    const { schema, context } = this.#checking(value)
    return mini.parse(schema, value, context)
  }
  safeParse(value: unknown, given?: Context) {
    const { schema, context } = this.#checking(value, given)
    return mini.safeParse(schema, value, context)
  }

  /**
   * Validates the first value with minimal work, because a caller waits for the starting process: no schemas are built
   * for absent fields, and zod compiles no code. The result is the same.
   */
  #checking(value: unknown, context: Context = {}) {
    if (this.#built || this.#isChecked) return { schema: this.built, context }
    this.#isChecked = true
    return { schema: this.#for(value).built, context: { ...context, jitless: true } }
  }
  #for(value: unknown): LazySchema {
    const { kind, shape, absent } = this.parts
    if (value === undefined && absent) return absent
    return kind && shape && value instanceof Object ? lazyObject(kind, shapeFor(shape, value)) : this
  }

  #checked(check: (built: Built) => unknown) {
    const {
      base = this,
      checks: before = [],
      kind: _,
      isDefault: __,
      absent: ___,
      meta,
      ...parts
    } = this.parts
    const checks = [...before, check]
    const make = (of: Of) => of(base).check(...checks.map((check) => check(of(base)) as Check))
    return new LazySchema(make, { ...parts, base, checks, meta: withoutId(meta) })
  }
  min(minimum: number, message?: string) {
    return this.#checked(({ type }) => (type === 'number' ? mini.gte : mini.minLength)(minimum, message))
  }
  max(maximum: number, message?: string) {
    return this.#checked(({ type }) => (type === 'number' ? mini.lte : mini.maxLength)(maximum, message))
  }
  regex(pattern: RegExp, message?: string) {
    return this.#checked(() => mini.regex(pattern, message))
  }
  trim() {
    return this.#checked(() => mini.trim())
  }
  toLowerCase() {
    return this.#checked(() => mini.toLowerCase())
  }
  overwrite(change: (value: unknown) => unknown) {
    return this.#checked(() => mini.overwrite(change))
  }
  refine(isGood: (value: unknown) => unknown, params?: string | zod.core.$ZodCustomParams) {
    return this.#checked(() => mini.refine(isGood, params))
  }
  superRefine(refine: Parameters<typeof mini.superRefine>[0]) {
    return this.#checked(() => mini.superRefine(refine))
  }

  meta(...given: [meta?: Meta]) {
    const [meta] = given
    if (given.length === 0) return this.parts.meta
    if (!meta) return this // undefined in packaged functions (runtime/packaged/docs.ts)
    const make = (of: Of) =>
      of === plain ? of(this) : mini.clone(of(this)).register(mini.globalRegistry, meta)
    const { base: _, checks: __, ...parts } = this.parts
    return new LazySchema(make, { ...parts, meta: { ...withoutId(parts.meta), ...meta } })
  }

  optional() {
    return new LazySchema((of) => mini.optional(of(this)), { within: this, absent: nothing })
  }
  nullable() {
    return new LazySchema((of) => mini.nullable(of(this)), { within: this })
  }
  default(value: unknown) {
    const absent = new LazySchema(() => mini._default(mini.unknown(), value))
    const parts = { within: this, isDefault: true, absent }
    return new LazySchema((of) => mini._default(of(this), value), parts)
  }
  prefault(value: unknown) {
    return new LazySchema((of) => mini.prefault(of(this), value), { within: this })
  }
  transform(change: (value: unknown) => unknown) {
    return new LazySchema((of) => mini.pipe(of(this), mini.transform(change)))
  }
  pipe(next: unknown) {
    return new LazySchema((of) => mini.pipe(of(this), of(next)))
  }

  get #kind() {
    if (!this.parts.kind) throw new TypeError('Only an object has fields.')
    return this.parts.kind
  }
  extend(shape: Shape) {
    return lazyObject(this.#kind, { ...this.parts.shape, ...shape })
  }
  omit(fields: Record<string, true>) {
    const kept = Object.entries(this.parts.shape ?? {}).filter(([field]) => !fields[field])
    return lazyObject(this.#kind, Object.fromEntries(kept))
  }
}

/** Replaces an optional field that is absent. */
const nothing = new LazySchema(() => mini.optional(mini.unknown()))

/** Returns the fields of an object schema, with a cheap replacement for each field that `value` does not contain. */
const shapeFor = (shape: Shape, value: object): Shape =>
  Object.fromEntries(
    Object.entries(shape).map(([name, field]) => [
      name,
      name in value ? field : (field.parts.absent ?? field),
    ]),
  )

/** Returns a schema created by this module as a LazySchema; throws for one of zod's own. */
export const requireLazySchema = (schema: unknown): LazySchema => {
  if (!(schema instanceof LazySchema)) throw new TypeError('The schema is not of this module.')
  return schema
}

/** Creates an object schema with these fields; `kind` is zod's constructor. */
export const lazyObject = (kind: ObjectKind, shape: Shape) =>
  new LazySchema(
    (of) => kind(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, of(field)]))),
    { kind, shape },
  )
