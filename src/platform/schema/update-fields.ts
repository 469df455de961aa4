import { docs } from '#docs'
import { isDeepStrictEqual } from 'node:util'
import { invalid } from '../runtime/problem.ts'
import * as z from './schema.ts'

type Inputs<I extends z.ZodRawShape> = {
  [F in keyof I]: z.ZodOptional<I[F] extends z.ZodDefault<infer D> ? D : I[F]>
}

/**
 * Returns the schema of an update field that is set at creation: a client may send back the current value, and no
 * other.
 */
export const fixed = <T extends z.ZodType>(schema: T) =>
  z
    .optional(z.withoutDefault(schema) as T)
    .meta(docs('Set at creation; may be sent back unchanged.', { examples: undefined }))

/** Throws 422 if a fixed field differs from its current value; `why` ends the sentence. */
export const requireFixed = <T extends object>(
  thing: T,
  given: { [F in keyof T]?: T[F] | undefined },
  why: string,
) => {
  for (const [field, value] of Object.entries(given))
    if (value !== undefined && !isDeepStrictEqual(value, thing[field as keyof T]))
      throw invalid(field, `cannot be changed here: ${why}`)
}

/**
 * Returns the schema of the body of an update: every field of `input` is optional, and the other fields of `thing` are
 * accepted and ignored, so that clients can send back a whole response.
 */
export const updateOf = <I extends z.ZodObject, T extends z.ZodObject>(input: I, thing: T) => {
  const readOnly = Object.keys(thing.shape).filter((field) => !(field in input.shape))
  const ignored = z
    .unknown()
    .transform(() => undefined)
    .optional()
    .meta(docs('Ignored.', { readOnly: true }))
  const inputs = Object.entries(input.shape).map(([field, schema]) => [
    field,
    z.optional(z.withoutDefault(schema)),
  ])
  return z.strictObject({
    ...(Object.fromEntries(readOnly.map((field) => [field, ignored])) as object),
    ...(Object.fromEntries(inputs) as Inputs<I['shape']>),
  })
}
