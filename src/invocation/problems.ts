import { changedProblem } from '../platform/table/changes.ts'
import { permissionMissing, projectArchived } from '../task/project/access.ts'
import { functionNotFound } from './invocation.ts'

/** How functions refuse: the codes of 403, 409 and 412 stand for those of every operation. */
export const functionProblems = [
  permissionMissing.as({ when: 'The caller may not do this; the code is the operation’s.' }),
  projectArchived.as({ when: 'It conflicts with the current state; the code is the operation’s.' }),
  changedProblem('task.task').as({
    when: '`If-Match` names a different version; the code is the operation’s.',
  }),
  functionNotFound,
]
