import type * as zod from 'zod'
import * as mini from 'zod/mini'

/**
 * Schemas as `import * as z from 'zod'` gives them, but of zod/mini and built only when something is first checked: so a
 * function that starts makes the schemas of its request alone. Here is what the service uses of zod. The types are zod's
 * own; a method of theirs that is missing here fails as soon as its module is loaded.
 */
export type * from 'zod'

type Built = mini.ZodMiniType
type Check = Parameters<Built['check']>[number]
type Shape = Record<string, unknown>
type Meta = zod.GlobalMeta

/** Builds what stands in a schema: as checks need it, or as the documentation does. */
type Of = (schema: unknown) => Built

const plain: Of = (schema) => (schema instanceof Schema ? schema.built : (schema as Built))

/** Metadata are for the documentation alone, and take a copy of the schema each. */
const described: Of = (schema) => (schema instanceof Schema ? schema.described : (schema as Built))

interface Parts {
  /** Of an object: how strict it is, and its fields. */
  kind?: (shape: never) => unknown
  shape?: Shape
  /** Of a schema with checks: what they were added to. */
  base?: Schema
  checks?: ((built: Built) => unknown)[]
  /** Of a default: what it is for. */
  inner?: Schema
  meta?: Meta
}

const withoutId = (meta: Meta = {}): Meta => {
  const { id: _, ...rest } = meta
  return rest
}

class Schema {
  readonly #make: (of: Of) => unknown
  readonly #parts: Parts
  #built: Built | undefined
  #described: Built | undefined

  constructor(make: (of: Of) => unknown, parts: Parts = {}) {
    this.#make = make
    this.#parts = parts
  }

  get built(): Built {
    return (this.#built ??= this.#make(plain) as Built)
  }
  get described(): Built {
    return (this.#described ??= this.#make(described) as Built)
  }
  /** By it zod knows its own. */
  get _zod() {
    return this.built._zod
  }
  get def() {
    return this.built.def
  }
  get shape() {
    return this.#parts.shape
  }
  /** Of an enum: its values. */
  get options() {
    return (this.built as Partial<mini.ZodMiniEnum>).options
  }

  parse(value: unknown) {
    return mini.parse(this.built, value)
  }
  safeParse(value: unknown, context?: zod.core.ParseContext<zod.core.$ZodIssue>) {
    return mini.safeParse(this.built, value, context)
  }

  #checked(check: (built: Built) => unknown) {
    const { base = this, checks: before = [], shape, kind, meta } = this.#parts
    const checks = [...before, check]
    return new Schema((of) => of(base).check(...checks.map((check) => check(of(base)) as Check)), {
      ...(shape && { shape }),
      ...(kind && { kind }),
      base,
      checks,
      meta: withoutId(meta),
    })
  }
  min(least: number, message?: string) {
    return this.#checked(({ type }) => (type === 'number' ? mini.gte : mini.minLength)(least, message))
  }
  max(most: number, message?: string) {
    return this.#checked(({ type }) => (type === 'number' ? mini.lte : mini.maxLength)(most, message))
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

  meta(meta?: Meta) {
    if (!meta) return this.#parts.meta
    const make = (of: Of) =>
      of === plain ? of(this) : mini.clone(of(this)).register(mini.globalRegistry, meta)
    const { base: _, checks: __, ...parts } = this.#parts
    return new Schema(make, { ...parts, meta: { ...withoutId(parts.meta), ...meta } })
  }

  optional() {
    return new Schema((of) => mini.optional(of(this)))
  }
  nullable() {
    return new Schema((of) => mini.nullable(of(this)))
  }
  default(value: unknown) {
    return new Schema((of) => mini._default(of(this), value as never), { inner: this })
  }
  prefault(value: unknown) {
    return new Schema((of) => mini.prefault(of(this), value))
  }
  unwrap() {
    return this.#parts.inner
  }
  transform(change: (value: unknown) => unknown) {
    return new Schema((of) => mini.pipe(of(this), mini.transform(change)))
  }
  pipe(next: unknown) {
    return new Schema((of) => mini.pipe(of(this), of(next) as never))
  }

  extend(shape: Shape) {
    return objectOf(this.#parts.kind as never, { ...this.#parts.shape, ...shape })
  }
  omit(fields: Record<string, true>) {
    const kept = Object.entries(this.#parts.shape ?? {}).filter(([field]) => !fields[field])
    return objectOf(this.#parts.kind as never, Object.fromEntries(kept))
  }
}

const objectOf = (kind: (shape: never) => unknown, shape: Shape) =>
  new Schema(
    (of) =>
      kind(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, of(field)])) as never),
    { kind, shape },
  )

/** `T` is zod's own function, which `make` stands for. */
const like = <T>(make: (...args: never[]) => Schema) => make as T

const leaf = <T>(make: (...args: never[]) => unknown) => like<T>((...args) => new Schema(() => make(...args)))

export const string = leaf<typeof zod.string>(mini.string)
export const email = leaf<typeof zod.email>(mini.email)
export const guid = leaf<typeof zod.guid>(mini.guid)
export const url = leaf<typeof zod.url>(mini.url)
export const iso = {
  date: leaf<typeof zod.iso.date>(mini.iso.date),
  datetime: leaf<typeof zod.iso.datetime>(mini.iso.datetime),
}
export const number = leaf<typeof zod.number>(mini.number)
export const int = leaf<typeof zod.int>(mini.int)
export const boolean = leaf<typeof zod.boolean>(mini.boolean)
export const unknown = leaf<typeof zod.unknown>(mini.unknown)
export const literal = leaf<typeof zod.literal>(mini.literal)
const anEnum = leaf<typeof zod.enum>(mini.enum)
const anInstance = leaf<typeof zod.instanceof>(mini.instanceof)
export { anEnum as enum, anInstance as instanceof }

export const object = like<typeof zod.object>((shape: Shape) => objectOf(mini.object, shape))
export const strictObject = like<typeof zod.strictObject>((shape: Shape) =>
  objectOf(mini.strictObject, shape),
)
export const looseObject = like<typeof zod.looseObject>((shape: Shape) => objectOf(mini.looseObject, shape))
export const array = like<typeof zod.array>((item: unknown) => new Schema((of) => mini.array(of(item))))
export const record = like<typeof zod.record>(
  (key: unknown, value: unknown) => new Schema((of) => mini.record(of(key) as mini.ZodMiniString, of(value))),
)
export const union = like<typeof zod.union>(
  (options: unknown[], message?: string) => new Schema((of) => mini.union(options.map(of), message)),
)
export const discriminatedUnion = like<typeof zod.discriminatedUnion>(
  (field: string, options: unknown[]) =>
    new Schema((of) => mini.discriminatedUnion(field, options.map(of) as never)),
)
export const optional = like<typeof zod.optional>(
  (schema: unknown) => new Schema((of) => mini.optional(of(schema))),
)
export const preprocess = like<typeof zod.preprocess>(
  (change: (value: unknown) => unknown, schema: unknown) =>
    new Schema((of) => mini.pipe(mini.transform(change), of(schema) as never)),
)

/** A schema as JSON Schema, with its metadata. */
export const toJSONSchema = (schema: zod.ZodType, params: zod.core.ToJSONSchemaParams) =>
  mini.toJSONSchema(described(schema), params)

/** What a field is without its default, with the same metadata. */
export const withoutDefault = (field: zod.core.$ZodType): zod.core.$ZodType => {
  const inner = field instanceof Schema && field.unwrap()
  return inner ? (inner.meta(withoutId((field as unknown as Schema).meta() as Meta)) as never) : field
}
