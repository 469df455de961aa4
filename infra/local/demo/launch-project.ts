import { addComment } from '../../../src/comments/changes.ts'
import { taskComments } from '../../../src/task/comment/changes.ts'
import { addProject } from '../../../src/task/project/changes.ts'
import { NewProject } from '../../../src/task/project/project.ts'
import { addTask } from '../../../src/task/task/creation.ts'
import { NewTask } from '../../../src/task/task/task.ts'
import { readDemoContent } from './content.ts'
import type { Journal } from './journal.ts'
import type { Name, People } from './people.ts'

interface Launch {
  project: object
  tasks: {
    title: string
    by: Name
    for: Name
    /** Days from the first start. */
    due: number | null
    comments?: { by: Name; text: string }[]
  }[]
}

/** Creates a project that prepares a new product, with a task due this week. */
export const loadLaunchProject = async (people: People, { once, inDays }: Journal): Promise<void> => {
  const { project, tasks } = readDemoContent<Launch>('project.yml')
  const project_id = await once(
    'project/launch',
    () => addProject(people.user, NewProject.parse(project)),
    15,
  )
  const load = async (
    { by, for: assignee, due, comments = [], ...fields }: Launch['tasks'][number],
    index: number,
  ) => {
    const due_date = due === null ? null : inDays(due).toISOString().slice(0, 10)
    const task = NewTask.parse({ ...fields, due_date, assignee_ids: [people[assignee].id] })
    const age = 14 - index
    const id = await once(`task/launch/${fields.title}`, () => addTask(people[by], project_id, task), age)
    for (const [place, { by, text }] of comments.entries())
      await once(
        `comment/${fields.title}/${place}`,
        () => addComment(taskComments, people[by], id, { text, mentions: [] }),
        age / 2 - place / 10,
      )
  }
  for (const [index, task] of tasks.entries()) await load(task, index)
}
