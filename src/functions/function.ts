import * as z from '../platform/schema/schema.ts'
import type { Role } from '../platform/identity/actor.ts'
import { Effect } from './effect.ts'
import json from './functions.json' with { type: 'json' }

/** An operation of the platform as assistants and clients may call it: one flat object of arguments. */
export const PlatformFunction = z
  .object({
    name: z.string().meta({
      description: 'Stable name: `<area>_<verb>_<noun>`.',
      examples: ['wiki_create_page'],
    }),
    title: z.string().meta({ description: 'Short title.' }),
    description: z.string().nullable().meta({ description: 'Details.' }),
    parameters: z
      .record(z.string(), z.unknown())
      .meta({ description: 'JSON Schema (2020-12) of its arguments.' }),
    effect: Effect,
    operation: z
      .object({
        method: z.string().meta({ description: 'HTTP method.' }),
        path: z.string().meta({ description: 'Path on the host, with parameters in braces.' }),
      })
      .meta({ description: 'The operation that it runs.' }),
  })
  .meta({ id: 'PlatformFunction', description: 'An operation that can be called by name.' })
export type PlatformFunction = z.output<typeof PlatformFunction>

const all: unknown[] = json

export interface OfferedFunction extends PlatformFunction {
  /** The roles that may call it. */
  roles: Role[]
  /** Of one that may share, the arguments by which it does; none of them where every call shares. */
  sharing: string[]
  /** Whether nobody but the caller sees what it changes. */
  isPersonal: boolean
}

/** Every function, by name. */
export const functions = all as OfferedFunction[]
