import type * as zod from 'zod'
import * as mini from 'zod/mini'
import { LazySchema, lazyObject, withMetadata, type Shape } from './lazy-schema.ts'
import { withoutId, type Meta } from './schema-parts.ts'

/**
 * Replacement of `import * as z from 'zod'`, based on zod/mini. Schemas are built when they first validate a value, so
 * that a starting function builds only the schemas of its request. Only the parts of zod that the service uses exist
 * here. The types are those of zod; a call of a method that is missing here fails as soon as the calling module is
 * loaded.
 */
export type * from 'zod'

/**
 * Gives `make` the type `T` of zod's function. Bundles omit the functions that they do not use.
 * @__NO_SIDE_EFFECTS__
 */
const like = <T>(make: (...args: never[]) => LazySchema) => make as T

/** Like `like`, for schemas without nested schemas. @__NO_SIDE_EFFECTS__ */
const leaf = <T>(make: (...args: never[]) => unknown) =>
  like<T>((...args) => new LazySchema(() => make(...args)))

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

export const object = like<typeof zod.object>((shape: Shape) => lazyObject(mini.object, shape))
export const strictObject = like<typeof zod.strictObject>((shape: Shape) =>
  lazyObject(mini.strictObject, shape),
)
export const looseObject = like<typeof zod.looseObject>((shape: Shape) => lazyObject(mini.looseObject, shape))
type Described = <T extends zod.core.$ZodLooseShape>(
  meta: Meta,
  shape: T,
) => zod.ZodObject<zod.core.util.Writeable<T>, zod.core.$strip>
/** Creates an object schema, documentation first: `described(docs('A page.', { id: 'WikiPage' }), { … })`. */
export const described = like<Described>(
  (meta: Meta, shape: Shape) => lazyObject(mini.object, shape).meta(meta) as LazySchema,
)
export const array = like<typeof zod.array>(
  (item: LazySchema) => new LazySchema((of) => mini.array(of(item)), { item }),
)
export const record = like<typeof zod.record>(
  (key: unknown, value: unknown) =>
    new LazySchema((of) => mini.record(of(key) as mini.ZodMiniString, of(value))),
)
export const union = like<typeof zod.union>(
  (options: unknown[], message?: string) =>
    new LazySchema((of) => mini.union(options.map(of), message), { options }),
)
export const discriminatedUnion = like<typeof zod.discriminatedUnion>(
  (field: string, options: unknown[]) =>
    new LazySchema((of) => mini.discriminatedUnion(field, options.map(of) as [mini.ZodMiniObject])),
)
export const optional = like<typeof zod.optional>(
  (within: LazySchema) => new LazySchema((of) => mini.optional(of(within)), { within }),
)

/** Creates a nullable schema; null by default. */
export const orNull = like<<T extends zod.ZodType>(value: T) => zod.ZodDefault<zod.ZodNullable<T>>>(
  (value: LazySchema) => value.nullable().default(null),
)

/** Makes the field names of an object schema case-insensitive, so that `UserName` is read as `userName`. */
export const anyCase = like<<T extends zod.ZodObject>(object: T) => T>((object: LazySchema) => {
  const { shape = {} } = object
  const toSchemaName = (given: string) =>
    Object.keys(shape).find((name) => name.toLowerCase() === given.toLowerCase()) ?? given
  const renamed = (value: unknown): unknown =>
    Object.fromEntries(Object.entries(value as object).map(([name, field]) => [toSchemaName(name), field]))
  return new LazySchema((of) => mini.pipe(mini.transform(renamed), of(object)), { shape })
})

/** Returns a schema as JSON Schema, with its metadata. */
export const toJSONSchema = (schema: zod.ZodType, params: zod.core.ToJSONSchemaParams) =>
  mini.toJSONSchema(withMetadata(schema), params)

/**
 * Marks a field that may change without a new version of its resource: values that depend on the caller, counts, data
 * about other resources. The entity tag takes such fields into account (http/exchange/entity-tag.ts).
 */
export const unversioned = like<<F extends zod.ZodType>(field: F) => F>(
  (field: LazySchema) => new LazySchema((of) => of(field), { ...field.parts, isUnversioned: true }),
)

/** Returns a field without its default, with the same metadata. */
export const withoutDefault = like<(field: zod.core.$ZodType) => zod.core.$ZodType>((field: LazySchema) => {
  const { within, isDefault, meta } = field.parts
  return isDefault && within ? (within.meta(withoutId(meta)) as LazySchema) : field
})
