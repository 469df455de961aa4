import { docs } from '#docs'
import { answeredText } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import type { Role } from '../platform/identity/actor.ts'
import { FunctionEffect } from './effect.ts'
import all from '#generated/functions.json' with { type: 'json' }

/** An operation of the platform as assistants and clients may call it: one flat object of arguments. */
export const PlatformFunction = z.described(
  docs('An operation that can be called by name.', { id: 'PlatformFunction' }),
  {
    name: answeredText(100).meta(
      docs('Stable name: `<area>_<verb>_<noun>`.', { examples: ['wiki_create_page'] }),
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
  /** Of one that may share, the arguments by which it does; none of them where every call shares. */
  sharing: string[]
  /** Whether nobody but the caller sees what it changes. */
  isPersonal: boolean
}

/** Every function, by name. */
export const functions: OfferedFunction[] = all
