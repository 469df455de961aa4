import { linkTo, type Resource } from '../../platform/resource.ts'
import { documentTrigger, readableThings } from '../../platform/search/definition.ts'
import { projectPolicy } from '../project/access.ts'
import { comments, commentType, type StoredComment } from './comment.ts'
import { projects, projectType, type StoredProject } from '../project/project.ts'
import { readableTasks } from '../task/access.ts'
import { taskKeyOf, tasks, taskType, type StoredTask } from '../task/task.ts'

const searchScope = 'task.comment'

/** The one id of a comment among all things, in the order of time: what its key is made of. */
const refOf = ({ id, task_id }: Pick<StoredComment, 'id' | 'task_id'>) => `${id}#${task_id}`

const keyOf = (ref: string) => {
  const [id = '', task_id = ''] = ref.split('#')
  return { id, task_id }
}

const viewOf = (comment: StoredComment, task: StoredTask, project: StoredProject) => {
  const title = `${taskKeyOf(project, task)} ${task.title}`
  return {
    ...linkTo(taskType, { id: task.id, title }),
    type: commentType,
    id: comment.id,
    parent: { type: taskType.type, id: task.id },
    text: comment.text,
    updated_at: comment.created_at,
    author_id: comment.author.id,
    breadcrumbs: async () => [
      { type: projectType.type, id: project.id, title: project.name },
      { type: taskType.type, id: task.id, title },
    ],
  }
}

/** Anyone who may read the task. */
export const commentResource: Resource = {
  type: commentType,
  trash: 'A deleted comment is put back by undo.',
  undo: true,
  erasure: 'A comment stays with its task.',
  rights: 'A comment is seen by anyone who may see its task.',
  isPart: true,
  search: {
    scopesOf: () => [searchScope],
    containerType: projectType.type,
    triggers: [
      documentTrigger(
        comments,
        ({ text }) => text,
        ({ before, after }) => [{ id: refOf((after ?? before) as StoredComment) }],
      ),
    ],
    document: async (ref) => {
      const { id, task_id } = keyOf(ref)
      const [comment, task] = await Promise.all([comments.find({ id, task_id }), tasks.find({ id: task_id })])
      if (!comment || !task) return undefined
      return { scopes: [searchScope], container: task.project_id, title: '', text: comment.text }
    },
    readable: readableThings(projects, projectPolicy.authorize),
  },
  load: async (reader, wanted) => {
    const keys = wanted.map(({ id }) => keyOf(id))
    const around = wanted.map(({ container }, index) => ({
      id: keys[index]?.task_id ?? '',
      ...(container !== undefined && { container }),
    }))
    const [found, loaded] = await Promise.all([comments.findMany(keys), readableTasks(reader, around)])
    return found.map((comment, index) => {
      const place = loaded[index]
      return comment && place ? viewOf(comment, place.task, place.project) : undefined
    })
  },
}
