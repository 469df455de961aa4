import { endpoint } from '../../platform/http/endpoint.ts'
import type * as z from '../../platform/schema/schema.ts'
import { containerMissing, parentMissing } from '../../platform/trash/problems.ts'
import { restoreThing } from '../restore.ts'
import { PlaceInput, RestoredThing } from '../restored-thing.ts'
import { courses } from '../../lms/course/course.ts'
import { rightMissing } from '../entry-access.ts'
import { slugTaken } from '../../wiki/space/slug.ts'
import { tasks } from '../../task/task/task.ts'
import { projectArchived } from '../../task/project/access.ts'

export const restoreEntry = endpoint('POST /trash/{id}/restore', {
  entity: 'trash.entry',
  summary: 'Restore a deleted thing',
  success: 'The restored thing, as a GET of it answers.',
  isFunction: true,
  description:
    'It has its id again, and everything that was deleted with it comes back. The response is that of a GET of it. ' +
    'For people who could delete it now, and for the person who wrote or owns it.',
  body: PlaceInput,
  isBodyOptional: true,
  response: RestoredThing,
  problems: [
    containerMissing,
    parentMissing,
    slugTaken.as({
      when: 'Its slug belongs to another space; send another `slug`.',
      example: ['team-handbook', '; send another "slug"'],
    }),
    projectArchived,
    rightMissing,
    tasks.absent.as({ when: 'The task that was restored has just been deleted again.' }),
    courses.absent.as({ when: 'The course that was restored has just been deleted again.' }),
  ],
  // the type's own `restore` returns the schema of that type
  handle: ({ actor, params, body }) =>
    restoreThing(actor, params.id, body) as Promise<z.output<typeof RestoredThing>>,
})
