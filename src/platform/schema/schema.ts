import type * as zod from 'zod'
import * as mini from 'zod/mini'
import { LazySchema, objectOf, withMetadata, type Shape } from './lazy-schema.ts'
import { withoutId, type Meta } from './schema-parts.ts'

/**
 * Schemas as `import * as z from 'zod'` gives them, but of zod/mini and built only when something is first
 * checked: so a function that starts makes the schemas of its request alone. Here is what the service uses of
 * zod. The types are zod's own; a method of theirs that is missing here fails as soon as its module is
 * loaded.
 */
export type * from 'zod'

/**
 * `T` is zod's own function, which `make` stands for. Those that a function does not use are left out of its bundle.
 * @__NO_SIDE_EFFECTS__
 */
const like = <T>(make: (...args: never[]) => LazySchema) => make as T

/** The same of schemas without others in them. @__NO_SIDE_EFFECTS__ */
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

export const object = like<typeof zod.object>((shape: Shape) => objectOf(mini.object, shape))
export const strictObject = like<typeof zod.strictObject>((shape: Shape) =>
  objectOf(mini.strictObject, shape),
)
export const looseObject = like<typeof zod.looseObject>((shape: Shape) => objectOf(mini.looseObject, shape))
type Described = <T extends zod.core.$ZodLooseShape>(
  meta: Meta,
  shape: T,
) => zod.ZodObject<zod.core.util.Writeable<T>, zod.core.$strip>
/** An object, behind what the documentation says of it: `described(docs('A page.', { id: 'WikiPage' }), { … })`. */
export const described = like<Described>(
  (meta: Meta, shape: Shape) => objectOf(mini.object, shape).meta(meta) as LazySchema,
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

/** A value that there need not be: null by default. */
export const orNull = like<<T extends zod.ZodType>(value: T) => zod.ZodDefault<zod.ZodNullable<T>>>(
  (value: LazySchema) => value.nullable().default(null),
)

/** An object whose field names are read in any case, such as `UserName` for `userName`. */
export const anyCase = like<<T extends zod.ZodObject>(object: T) => T>((object: LazySchema) => {
  const { shape = {} } = object
  const nameOf = (given: string) =>
    Object.keys(shape).find((name) => name.toLowerCase() === given.toLowerCase()) ?? given
  const renamed = (value: unknown): unknown =>
    Object.fromEntries(Object.entries(value as object).map(([name, field]) => [nameOf(name), field]))
  return new LazySchema((of) => mini.pipe(mini.transform(renamed), of(object)), { shape })
})

/** A schema as JSON Schema, with its metadata. */
export const toJSONSchema = (schema: zod.ZodType, params: zod.core.ToJSONSchemaParams) =>
  mini.toJSONSchema(withMetadata(schema), params)

/**
 * A field that may change without the version of what it stands in: what depends on who asks, a count, what tells of
 * others. The entity tag knows of it (http/answer/entity-tag.ts).
 */
export const unversioned = like<<F extends zod.ZodType>(field: F) => F>(
  (field: LazySchema) => new LazySchema((of) => of(field), { ...field.parts, isUnversioned: true }),
)

/** What a field is without its default, with the same metadata. */
export const withoutDefault = like<(field: zod.core.$ZodType) => zod.core.$ZodType>((field: LazySchema) => {
  const { within, isDefault, meta } = field.parts
  return isDefault && within ? (within.meta(withoutId(meta)) as LazySchema) : field
})
