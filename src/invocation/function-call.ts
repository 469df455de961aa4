import { docs } from '#docs'
import { Audience } from '../access/audience.ts'
import { maxChanges, ThingChangeView } from '../platform/history/thing-change.ts'
import { answeredArray } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { changedProblem } from '../platform/table/changes.ts'
import { permissionMissing, projectArchived } from '../task/project/access.ts'
import { functionNotFound } from './invocation.ts'

/** Problems of function calls: the codes of 403, 409 and 412 stand for those of every operation. */
export const functionProblems = [
  permissionMissing.as({ when: 'The caller may not run the operation; the code is the operation’s.' }),
  projectArchived.as({
    when: 'The operation conflicts with the current state; the code is the operation’s.',
  }),
  changedProblem('task.task').as({
    when: '`If-Match` names a different version; the code is the operation’s.',
  }),
  functionNotFound,
]

export const FunctionInput = z.strictObject({
  arguments: z
    .record(z.string(), z.unknown())
    .default({})
    .meta(
      docs('Arguments by name, as described by the function’s `parameters`.', {
        examples: [{ q: 'handbook' }],
      }),
    ),
  dry_run: z
    .boolean()
    .default(false)
    .meta(docs('True to run all checks and return the changes without making them.')),
})

export const FunctionResult = z.described(
  { id: 'FunctionResult' },
  {
    result: z.unknown().meta(docs('Response of the operation; null if it has no body, and in a dry run.')),
    changes: answeredArray(ThingChangeView, maxChanges).meta(
      docs(
        'The changes made, or in a dry run the changes the operation would make; empty if the history records ' +
          'none of them.',
      ),
    ),
    audience: Audience.nullable().meta(
      docs('In a dry run of a call that grants access, the people who will have it; otherwise null.'),
    ),
  },
)
