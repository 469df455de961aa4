import { randomUUID } from 'node:crypto'
import { createComment } from '../../src/task/endpoints/create-comment.ts'
import { createProject } from '../../src/task/endpoints/create-project.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

type Fields = { [field: string]: unknown }

/** Creates a project of `as`; `members` are given as `[person, role]`. */
export const givenProject = (
  as: SignedIn,
  { members = [], ...fields }: Fields & { members?: [SignedIn, 'member' | 'guest'][] } = {},
) => {
  const listed = members.map(([{ id }, role]) => ({ user_id: id, role }))
  return made(createProject, { as, body: { name: `Project ${randomUUID()}`, members: listed, ...fields } })
}

/** Creates a task of `as` in a project. */
export const givenTask = (as: SignedIn, project: { id: string }, fields: Fields = {}) =>
  made(createTask, { as, params: { id: project.id }, body: { title: `Task ${randomUUID()}`, ...fields } })

/** Creates a project with a task, both of one person. */
export const givenOwnTask = async (fields: Fields = {}) => {
  const author = await signedIn()
  const project = await givenProject(author)
  return { author, project, task: await givenTask(author, project, fields) }
}

/** Creates a comment of `as` on a task. */
export const givenComment = (as: SignedIn, task: { id: string }, fields: Fields = {}) =>
  made(createComment, { as, params: { id: task.id }, body: { text: 'A comment', ...fields } })
