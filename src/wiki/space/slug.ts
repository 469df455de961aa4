import { told } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import { newId } from '../../platform/runtime/id.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { fold } from '../../language/fold.ts'

/** Holds a slug for one space: as long as the item is there, the slug is taken. */
export const slugs = entity({
  name: 'wiki.slug',
  isInternal: true,
  schema: z.object({ slug: z.string(), space_id: z.string() }),
  key: ({ slug }: { slug: string }) => ({ pk: `space-slug#${slug}`, sk: 'slug' }),
})

export const slugTaken = problem('wiki.slug_taken', 409, {
  wording: (slug: string, wanted: string = '') => `The slug "${slug}" belongs to another space${wanted}.`,
  docs: told({ meaning: 'The slug belongs to another space.', example: ['team-handbook'] }),
})

/** The slug to try for a name at each attempt: as it is, then numbered, then with something random behind it. */
export const proposeSlug = (name: string, attempt: number): string => {
  const words = fold(name).match(/[a-z0-9]+/g) ?? ['space']
  const base = words.join('-').slice(0, 90).replace(/-$/, '')
  if (attempt === 0) return base
  return `${base}-${attempt < 5 ? attempt + 1 : newId().slice(-8)}`
}
