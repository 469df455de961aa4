import { refKey, type ResourceRef } from '../../resource-ref.ts'
import * as z from '../../schema/schema.ts'
import { entity } from '../../table/entity.ts'

/** Maximum number of stored references of a resource. */
export const maxReferences = 500

/**
 * Targets that a resource referred to, as `wiki_page#<id>`, when its document was last read; the rows are derived from
 * it.
 */
export const referenceSets = entity({
  name: 'search.reference_set',
  isInternal: true,
  schema: z.object({ type: z.string(), id: z.string(), targets: z.array(z.string()), version: z.int() }),
  key: (source: ResourceRef) => ({ pk: `references#${refKey(source)}`, sk: 'set' }),
})

interface Reference extends ResourceRef {
  target: string
}

/** A reference from a resource to `target`, listed under the target. Read access depends on the referring resource. */
export const references = entity({
  name: 'search.reference',
  isInternal: true,
  schema: z.object({ type: z.string(), id: z.string(), target: z.string() }),
  key: ({ target, ...source }: Reference) => ({
    pk: `references#${refKey(source)}`,
    sk: `to#${target}`,
  }),
  lists: {
    to: {
      index: 'gsi1',
      partition: ({ target }: Pick<Reference, 'target'>) => `${target}#references`,
      // by type, then oldest first
      sort: refKey,
    },
  },
})

/** Returns the resource that a target names. */
export const parseReference = (target: string): ResourceRef => {
  const [type = '', ...id] = target.split('#')
  return { type, id: id.join('#') }
}
