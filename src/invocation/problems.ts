import type { Problems } from '../platform/http/spec.ts'

/** How functions refuse: the codes of 403, 409 and 412 stand for those of every operation. */
export const functionProblems: Problems = {
  403: { 'task.permission_missing': 'The caller may not do this; the code is the operation’s.' },
  409: { 'task.project_archived': 'It conflicts with the current state; the code is the operation’s.' },
  412: { 'task.task_changed': '`If-Match` names a different version; the code is the operation’s.' },
  404: { 'functions.function_not_found': 'There is no such function, or the caller may not call it.' },
}
