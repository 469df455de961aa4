import { docs } from '#docs'
import { Job } from '../../jobs/job/job.ts'
import { endpoint } from '../../platform/http/endpoint.ts'
import { HttpReply, noContent } from '../../platform/http/exchange/http-reply.ts'
import { invalid } from '../../platform/runtime/problem.ts'
import { id } from '../../platform/schema/fields.ts'
import { queryBoolean } from '../../platform/schema/list-fields.ts'
import * as z from '../../platform/schema/schema.ts'
import { removeUser } from '../deletion.ts'
import { deletionProblems } from '../problems.ts'

export const deleteUser = endpoint('DELETE /users/{id}', {
  access: 'admin',
  summary: 'Deactivate or erase a user',
  success: {
    202: 'The job that erases the person, who can no longer sign in.',
    204: 'The user is deactivated.',
  },
  effect: 'admin',
  description:
    'Deactivates the person at once. With `erase=true`, a job then permanently erases their data: their name ' +
    'becomes “Former colleague” everywhere, and resources that only they used are deleted. Their contributions ' +
    'to shared resources stay, and resources that they owned and others use go to the successor. While the job ' +
    'is running, repeating the request returns it.',
  query: z.strictObject({
    erase: queryBoolean.default(false).meta(docs('True to erase the person as well.')),
    successor_id: id
      .optional()
      .meta(docs('ID of the new owner of the shared resources; the caller if absent.')),
  }),
  status: [204, 202],
  response: Job,
  location: '/jobs/{id}',
  takesIfMatch: true,
  problems: deletionProblems,
  // never users.email_taken: no address is changed
  handle: async ({ actor, params, query: { erase, successor_id }, ifMatch, sessionId }) => {
    if (!erase && successor_id !== undefined)
      throw invalid('successor_id', 'is only allowed with "erase=true"')
    const job = await removeUser(actor, params.id, { erase, successor_id, ifMatch, sessionId })
    return job ? new HttpReply(job, { status: 202 }) : noContent()
  },
})
