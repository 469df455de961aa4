import { problemDocs } from '#docs'
import * as z from '../../platform/schema/schema.ts'
import { entity } from '../../platform/table/entity.ts'
import { newId } from '../../platform/runtime/id.ts'
import { problem } from '../../platform/runtime/problem.ts'
import { fold } from '../../language/fold.ts'

/** Reservation of a slug for one space: the slug is taken while the item exists. */
export const slugs = entity({
  name: 'wiki.slug',
  isInternal: true,
  schema: z.object({ slug: z.string(), space_id: z.string() }),
  key: ({ slug }: { slug: string }) => ({ pk: `space-slug#${slug}`, sk: 'slug' }),
})

export const slugTaken = problem('wiki.slug_taken', 409, {
  wording: (slug: string, wanted: string = '') => `Another space already has the slug "${slug}"${wanted}.`,
  docs: problemDocs({ meaning: 'Another space already has this slug.', example: ['team-handbook'] }),
})

/** Returns the slug to try at each attempt: derived from the name, then numbered, then with a random suffix. */
export const proposeSlug = (name: string, attempt: number): string => {
  const words = fold(name).match(/[a-z0-9]+/g) ?? ['space']
  const base = words.join('-').slice(0, 90).replace(/-$/, '')
  if (attempt === 0) return base
  return `${base}-${attempt < 5 ? attempt + 1 : newId().slice(-8)}`
}
