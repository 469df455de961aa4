import { docs } from '#docs'
import { answeredText } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import type { Role } from '../platform/identity/actor.ts'
import { FunctionEffect } from './effect.ts'
import all from '#generated/functions.json' with { type: 'json' }

/** An operation of the platform that assistants and clients can call, with one flat object of arguments. */
export const PlatformFunction = z.described(
  docs('An operation that can be called by name.', { id: 'PlatformFunction' }),
  {
    name: answeredText(100).meta(
      docs('Stable name of the form `<area>_<verb>_<noun>`.', { examples: ['wiki_create_page'] }),
    ),
    title: answeredText(200).meta(docs('Short title.')),
    description: answeredText(10_000).nullable().meta(docs('Details.')),
    parameters: z.record(z.string(), z.unknown()).meta(docs('JSON Schema (2020-12) of its arguments.')),
    effect: FunctionEffect,
    operation: z.described(docs('The operation that it runs.'), {
      method: answeredText(10).meta(docs('HTTP method.')),
      path: answeredText(200).meta(docs('Path on the host, with parameters in braces.')),
    }),
  },
)
export type PlatformFunction = z.output<typeof PlatformFunction>

export interface OfferedFunction extends PlatformFunction {
  roles: Role[]
  /** Arguments by which a call shares something; empty if every call shares. */
  sharing: string[]
  /** True if only the caller sees the changes. */
  isPersonal: boolean
}

/** Every function, sorted by name. */
export const functions: OfferedFunction[] = all
