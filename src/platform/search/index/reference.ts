import type { ResourceRef } from '../../resource-ref.ts'
import * as z from '../../schema/schema.ts'
import { entity } from '../../table/entity.ts'

const nameOf = ({ type, id }: ResourceRef) => `${type}#${id}`

/** What a thing refers to, as `wiki_page#<id>`, when its document was last read: what the rows follow from. */
export const referenceSets = entity({
  name: 'search.reference_set',
  isInternal: true,
  schema: z.object({ type: z.string(), id: z.string(), targets: z.array(z.string()), version: z.int() }),
  key: (source: ResourceRef) => ({ pk: `references#${nameOf(source)}`, sk: 'set' }),
})

interface Reference extends ResourceRef {
  target: string
}

/** The order of what refers to one thing: by type, then the oldest first. */
export const referenceOrder = ({ type, id }: ResourceRef): string => nameOf({ type, id })

/** That a thing refers to another one, `target`, under that one. Whether a reader may see it is asked of the thing. */
export const references = entity({
  name: 'search.reference',
  isInternal: true,
  schema: z.object({ type: z.string(), id: z.string(), target: z.string() }),
  key: ({ target, ...source }: Reference) => ({
    pk: `references#${nameOf(source)}`,
    sk: `to#${target}`,
  }),
  lists: {
    to: {
      index: 'gsi1',
      partition: ({ target }: Pick<Reference, 'target'>) => `${target}#references`,
      sort: referenceOrder,
    },
  },
})

/** A thing as the target of references. */
export const targetOf = nameOf

/** The thing that a target is. */
export const refOf = (target: string): ResourceRef => {
  const [type = '', ...id] = target.split('#')
  return { type, id: id.join('#') }
}
