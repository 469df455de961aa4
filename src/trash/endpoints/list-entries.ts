import { docs } from '#docs'
import { endpoint } from '../../platform/http/endpoint.ts'
import { id } from '../../platform/schema/fields.ts'
import { listOf, listQuery, queryBoolean, queryValues, words } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { TrashEntry } from '../../platform/trash/entry.ts'
import { trashedTypes } from '#generated/resource-types.ts'
import { administratorsOnly, queryTrash } from '../entry-list.ts'
import { spaces } from '../../wiki/space/space.ts'
import { permissionMissing } from '../../task/project/access.ts'
import { projects } from '../../task/project/project.ts'
import { writerRequired } from '../../wiki/problems.ts'

export const listEntries = endpoint('GET /trash', {
  summary: 'List what was deleted and can be restored, newest first',
  isFunction: true,
  description:
    'What the caller deleted, wrote or owned; with `space_id` or `project_id`, what was in it, for people who ' +
    'may write there.',
  query: listQuery({
    type: queryValues(z.enum(trashedTypes)).optional().meta(docs('Only things of these types.')),
    q: words.optional(),
    space_id: id.optional().meta(docs('What was in this wiki space.')),
    project_id: id.optional().meta(docs('What was in this project.')),
    all: queryBoolean.default(false).meta(docs('Everything; administrators only.')),
  }),
  response: listOf(TrashEntry),
  problems: [
    administratorsOnly,
    writerRequired,
    permissionMissing.as({ when: 'The caller may read the project but not write in it.' }),
    spaces.absent,
    projects.absent,
  ],
  handle: ({ actor, query }) => queryTrash(actor, query),
})
