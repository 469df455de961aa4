import * as z from '../platform/schema/schema.ts'
import type { Role } from '../platform/identity/actor.ts'
import json from './functions.json' with { type: 'json' }

export const Effect = z
  .enum(['read', 'write', 'destructive'])
  .meta({ description: 'What it does: reads, also changes, or also removes.' })
export type Effect = z.output<typeof Effect>

/** An operation of the platform as assistants and clients may call it: one flat object of arguments. */
export const PlatformFunction = z
  .object({
    name: z.string().meta({
      description: 'Its name, never changed: `<area>_<verb>_<noun>`.',
      examples: ['wiki_create_page'],
    }),
    title: z.string().meta({ description: 'What it does, in a few words.' }),
    description: z.string().nullable().meta({ description: 'What there is to know of it.' }),
    parameters: z
      .record(z.string(), z.unknown())
      .meta({ description: 'What its arguments may be: a JSON Schema (2020-12).' }),
    effect: Effect,
    operation: z
      .object({
        method: z.string().meta({ description: 'HTTP method.' }),
        path: z.string().meta({ description: 'Path on the host, parameters in braces.' }),
      })
      .meta({ description: 'The operation that it is.' }),
  })
  .meta({ id: 'Function', description: 'An operation of the platform that can be called by its name.' })
export type PlatformFunction = z.output<typeof PlatformFunction>

const all: unknown[] = json

/** Every function with the roles that may call it, by name. */
export const functions = all as (PlatformFunction & { roles: Role[] })[]
