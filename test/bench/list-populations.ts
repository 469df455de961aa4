import { files } from '../../src/files/file/file.ts'
import { listFiles } from '../../src/files/endpoints/list-files.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { listMyTasks } from '../../src/task/endpoints/list-my-tasks.ts'
import { projects } from '../../src/task/project/project.ts'
import { assignments } from '../../src/task/task/assignment.ts'
import { sortedTasks } from '../../src/task/task/sorted-task.ts'
import { tasks } from '../../src/task/task/task.ts'
import { listFilteredPages } from '../../src/wiki/endpoints/list-filtered-pages.ts'
import { newStoredContent } from '../../src/wiki/page/content.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { spaces } from '../../src/wiki/space/space.ts'
import { trees } from '../../src/wiki/space/tree.ts'
import { signedIn } from '../support/people.ts'
import { index, inThousands, store, titleOf } from './filling.ts'
import type { Population } from './populations.ts'

/** Returns a page of one item and a page of 100 as queries of a list. */
export const pagesOf = (query: NonNullable<Population['queries'][string]>) => ({
  'page of 1': { ...query, limit: 1 },
  'page of 100': { ...query, limit: 100 },
})

/** Maximum number of rows that a list reads to sort the newest, or to count. */
export const newest = 1_000

/** Tasks that a member has created and is assigned to, as a colleague sees them. */
export const colleague = async (): Promise<Population> => {
  const [as, member] = await Promise.all([signedIn(), signedIn()])
  const created_by = { id: member.id, name: member.name }
  const project = projects.make({ name: 'Large', key: 'LARGE', visibility: 'internal', owner: created_by })
  await store([projects.toCreate(project)])
  return {
    title: 'GET /task/tasks',
    handler: listMyTasks,
    request: { as },
    queries: {
      ...pagesOf({ assignee_id: member.id }),
      'one status, page of 100': { assignee_id: member.id, status: 'done', limit: 100 },
      'by creation of a creator, page of 100': { created_by: member.id, sort: '-created', limit: 100 },
      'by priority, page of 100': { assignee_id: member.id, sort: '-priority', limit: 100 },
    },
    maxRows: {
      // five ranges, one per status
      'page of 100': 2 * 102 + 10,
      'by creation of a creator, page of 100': 2 * 102 + 10,
      'by priority, page of 100': newest + 10,
    },
    fill: (from, to) =>
      inThousands(from, to, (indexes) =>
        store(
          indexes.flatMap((n) => {
            const task = tasks.make({
              title: titleOf(n),
              number: n + 1,
              project_id: project.id,
              created_by,
              status: n % 10 === 0 ? 'done' : 'todo',
              due_date: `2030-01-${String(1 + (n % 28)).padStart(2, '0')}`,
              assignee_ids: [member.id],
            })
            const { id, project_id, parent_id, attachments } = task
            const place = { project_id, id, parent_id, attachments, creator_id: member.id }
            return [
              tasks.toCreate(task),
              assignments.toPut(assignments.make({ ...task, user_id: member.id })),
              sortedTasks.toPut(sortedTasks.make({ ...place, order: 'created', value: '' })),
            ]
          }),
        ),
      ),
  }
}

/** Pages of a space: each tenth is a root with nine children. */
export const tree = async (): Promise<Population> => {
  const as = await signedIn()
  const author = { id: as.id, name: as.name }
  const space = spaces.make({ name: 'Large', slug: newId(), visibility: 'internal', owner: author })
  const { id: space_id } = space
  await store([spaces.toCreate(space), trees.toCreate(trees.make({ space_id }))])
  const root = { id: '' }
  return {
    title: 'GET /wiki/pages?space_id',
    handler: listFilteredPages,
    request: { as },
    queries: pagesOf({ space_id }),
    // a page of roots, and the children of 25 of them, which are read at once
    maxRows: { 'page of 100': 103 + 25 * 9 + 10 },
    fill: (from, to) =>
      inThousands(from, to, (indexes) =>
        store(
          indexes.map((n) => {
            const isRoot = n % 10 === 0
            const page = pages.make({
              space_id,
              title: titleOf(n),
              text: newStoredContent(''),
              revision: 1,
              author,
              parent_id: isRoot ? null : root.id,
              children_count: isRoot ? 9 : 0,
            })
            if (isRoot) root.id = page.id
            return pages.toCreate(page)
          }),
        ),
      ),
  }
}

export const ownFiles = async (): Promise<Population> => {
  const as = await signedIn()
  const owner = { id: as.id, name: as.name }
  return {
    title: 'GET /files',
    handler: listFiles,
    request: { as },
    queries: {
      ...pagesOf({}),
      'by name, page of 100': { sort: 'name', limit: 100 },
      'search, common word, by size': { q: 'often', sort: '-size', limit: 50 },
      'search, rare word, by size': { q: 'rarely', sort: '-size', limit: 50 },
    },
    maxRows: {
      'by name, page of 100': newest + 10,
      'search, common word, by size': 4 * newest + 150,
    },
    fill: (from, to) =>
      inThousands(from, to, async (indexes) => {
        const made = indexes.map((n) =>
          files.make({ name: titleOf(n), size: n, status: 'ready', object_id: newId(), owner }),
        )
        await store(made.map((file) => files.toCreate(file)))
        await index(
          `files.file#${owner.id}`,
          made.map(({ id, name }) => ({ type: 'file', id, title: name })),
        )
      }),
  }
}
