import { refKey, type ResourceRef } from '../../resource-ref.ts'
import * as z from '../../schema/schema.ts'
import { entity } from '../../table/entity.ts'

/** How many things another one refers to, of those that are kept. */
export const maxReferences = 500

/** What a thing refers to, as `wiki_page#<id>`, when its document was last read: what the rows follow from. */
export const referenceSets = entity({
  name: 'search.reference_set',
  isInternal: true,
  schema: z.object({ type: z.string(), id: z.string(), targets: z.array(z.string()), version: z.int() }),
  key: (source: ResourceRef) => ({ pk: `references#${refKey(source)}`, sk: 'set' }),
})

interface Reference extends ResourceRef {
  target: string
}

/** That a thing refers to another one, `target`, under that one. Whether a reader may see it is asked of the thing. */
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
      // by type, then the oldest first
      sort: refKey,
    },
  },
})

/** The thing that a target is. */
export const refOf = (target: string): ResourceRef => {
  const [type = '', ...id] = target.split('#')
  return { type, id: id.join('#') }
}
