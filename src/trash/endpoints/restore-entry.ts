import { endpoint } from '../../platform/http/endpoint.ts'
import type * as z from '../../platform/schema/schema.ts'
import { containerMissing, parentMissing } from '../../platform/trash/problems.ts'
import { restoreTrashed } from '../restore.ts'
import { PlaceInput, RestoredThing } from '../restored-thing.ts'
import { courses } from '../../lms/course/course.ts'
import { rightMissing } from '../entry-access.ts'
import { slugTaken } from '../../wiki/space/slug.ts'
import { contactEmailTaken } from '../../support/contact/contact.ts'
import { tasks } from '../../task/task/task.ts'
import { projectArchived } from '../../task/project/access.ts'

export const restoreEntry = endpoint('POST /trash/{id}/restore', {
  entity: 'trash.entry',
  summary: 'Restore a deleted resource',
  success: 'The restored resource, as a GET of the resource returns it.',
  isFunction: true,
  description:
    'The resource keeps its ID, and everything deleted with it is restored. For people who could delete ' +
    'the resource now, and for its author or owner.',
  body: PlaceInput,
  isBodyOptional: true,
  response: RestoredThing,
  problems: [
    containerMissing,
    parentMissing,
    slugTaken.as({
      when: 'Another space already has the slug; send another `slug`.',
      example: ['team-handbook', '; send another "slug"'],
    }),
    projectArchived,
    contactEmailTaken,
    rightMissing,
    tasks.absent.as({ when: 'The restored task has just been deleted again.' }),
    courses.absent.as({ when: 'The restored course has just been deleted again.' }),
  ],
  // the type's own `restore` returns the schema of that type
  handle: ({ actor, params, body }) =>
    restoreTrashed(actor, params.id, body) as Promise<z.output<typeof RestoredThing>>,
})
