import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createChat } from '../../src/chats/endpoints/create-chat.ts'
import { createMessage } from '../../src/chats/endpoints/create-message.ts'
import { readContents } from '../../src/files/endpoints/read-contents.ts'
import { listActivity } from '../../src/history/endpoints/list-activity.ts'
import { listAudit } from '../../src/history/endpoints/list-audit.ts'
import { invokeFunction } from '../../src/invocation/endpoints/invoke-function.ts'
import { updateCourse } from '../../src/lms/endpoints/update-course.ts'
import { searchEverything } from '../../src/search/endpoints/search-everything.ts'
import { createTask } from '../../src/task/endpoints/create-task.ts'
import { listComments as listTaskComments } from '../../src/task/endpoints/list-comments.ts'
import { listProjects } from '../../src/task/endpoints/list-projects.ts'
import { listTasks } from '../../src/task/endpoints/list-tasks.ts'
import { updateTask } from '../../src/task/endpoints/update-task.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { listEntries } from '../../src/trash/endpoints/list-entries.ts'
import { createPage } from '../../src/wiki/endpoints/create-page.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { listComments } from '../../src/wiki/endpoints/list-comments.ts'
import { listLinks } from '../../src/wiki/endpoints/list-links.ts'
import { listRecentPages } from '../../src/wiki/endpoints/list-recent-pages.ts'
import { listSpaces } from '../../src/wiki/endpoints/list-spaces.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { updateComment } from '../../src/wiki/endpoints/update-comment.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { createToken } from '../../src/wopi/endpoints/create-token.ts'
import { call } from '../support/call.ts'
import { givenAssistant, givenTalk, replyTo } from '../support/given-chat.ts'
import { givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startProvider, type ScriptedProvider } from '../support/scripted-provider.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'

interface Entry {
  action: string
  object: { id: string }
}

let provider: ScriptedProvider

beforeAll(async () => {
  provider = await startProvider()
})

/** Creates private resources of a person: a page that links to another, a task, a file, an assistant, a course. */
const givenSecrets = async () => {
  const [owner, word] = [await signedIn(), `w${randomUUID().slice(0, 8)}`]
  const space = await givenSpace(owner, { visibility: 'private', name: `Space ${word}` })
  const linked = await givenPage(owner, space)
  const page = await givenPage(owner, space, { title: word, content: `See /api/v1/wiki/pages/${linked.id}` })
  const comment = await made(createComment, { as: owner, params: { id: page.id }, body: { text: 'Well' } })
  const project = await givenProject(owner, { visibility: 'private', name: `Project ${word}` })
  const [task, trashedTask, trashedPage, file, assistant, course] = await Promise.all([
    givenTask(owner, project),
    givenTask(owner, project),
    givenPage(owner, space),
    givenFile(owner, { name: 'letter.docx' }),
    givenAssistant(owner),
    givenCourse(owner, { status: 'draft' }),
  ])
  await made(deleteTask, { as: owner, params: trashedTask })
  await made(deletePage, { as: owner, params: trashedPage })
  const parts = { linked, page, comment, task, file, assistant, course, trashedTask, trashedPage }
  return { owner, word, space, project, ...parts }
}

type Secrets = Awaited<ReturnType<typeof givenSecrets>>

/** Actions of an administrator by their role alone, and the resources whose reads must be audited. */
const ways: Record<string, [(as: SignedIn, secrets: Secrets) => Promise<unknown>, (keyof Secrets)[]]> = {
  'a search': [
    (as, { word }) => made(searchEverything, { as, query: { q: word } }),
    ['page', 'project', 'space'],
  ],
  'a search in a list': [(as, { word }) => made(listSpaces, { as, query: { q: word } }), ['space']],
  'a search among projects': [(as, { word }) => made(listProjects, { as, query: { q: word } }), ['project']],
  'the tasks of a project': [(as, { project }) => made(listTasks, { as, params: project }), ['project']],
  'the comments on a page': [(as, { page }) => made(listComments, { as, params: page }), ['page']],
  'the comments on a task': [(as, { task }) => made(listTaskComments, { as, params: task }), ['task']],
  'a comment that they resolve': [
    (as, { page, comment: { id: comment_id } }) =>
      made(updateComment, { as, params: { id: page.id, comment_id }, body: { resolved: true } }),
    ['page', 'space'],
  ],
  links: [(as, { page }) => made(listLinks, { as, params: page }), ['linked', 'page']],
  'recent pages': [
    (as, { space }) => made(listRecentPages, { as, query: { space_id: space.id } }),
    ['linked', 'page', 'space'],
  ],
  'a subscription': [(as, { page }) => made(subscribePage, { as, params: page }), ['page']],
  'a page that they make': [
    (as, { space }) => made(createPage, { as, body: { space_id: space.id, title: 'Theirs' } }),
    ['space'],
  ],
  'a space that they change': [
    (as, { space }) => made(updateSpace, { as, params: space, body: { description: 'Wide' } }),
    ['space'],
  ],
  'a task that they make': [
    (as, { project }) => made(createTask, { as, params: project, body: { title: 'Theirs' } }),
    ['project'],
  ],
  'a task that they change': [
    (as, { task }) => made(updateTask, { as, params: task, body: { title: 'Other' } }),
    ['task'],
  ],
  'the bytes of a file': [(as, { file }) => call(readContents, { as, params: file }), ['file']],
  'an editor that opens a file': [(as, { file }) => made(createToken, { as, params: file }), ['file']],
  'the activity of a file': [
    (as, { file }) => made(listActivity, { as, query: { resource_type: 'file', resource_id: file.id } }),
    ['file'],
  ],
  // afterwards they read it where it is attached
  'a file that they attach': [
    async (as, { file }) => givenTask(as, await givenProject(as), { attachments: [file.id] }),
    ['file'],
  ],
  'the activity of a page': [
    (as, { page }) => made(listActivity, { as, query: { resource_type: 'wiki_page', resource_id: page.id } }),
    ['page'],
  ],
  'a function that they call': [
    (as, { page }) =>
      made(invokeFunction, { as, params: { name: 'wiki_read_page' }, body: { arguments: { id: page.id } } }),
    ['page'],
  ],
  'a function that they try': [
    (as, { page }) =>
      made(invokeFunction, {
        as,
        params: { name: 'wiki_delete_page' },
        body: { arguments: { id: page.id }, dry_run: true },
      }),
    ['page'],
  ],
  'an assistant that they talk to': [
    (as, { assistant }) => made(createChat, { as, body: { topic: 'Hm', participants: [assistant.id] } }),
    ['assistant'],
  ],
  'a call of their assistant': [
    async (as, { page }) => {
      provider.call('wiki_read_page', { id: page.id })
      provider.say('Read.')
      const { chat } = await givenTalk(as, { functions: ['wiki_read_page'] })
      await replyTo(as, chat, 'What does it say?')
    },
    ['page'],
  ],
  'a streamed call of their assistant': [
    async (as, { task }) => {
      provider.call('task_read_task', { id: task.id })
      provider.say('Read.')
      const { chat } = await givenTalk(as, { functions: ['task_read_task'] })
      const headers = { Accept: 'text/event-stream' }
      await made(createMessage, { as, params: chat, headers, body: { text: 'What is to do?' } })
    },
    ['task'],
  ],
  'what is in the trash of a space': [
    (as, { space }) => made(listEntries, { as, query: { space_id: space.id } }),
    ['space', 'trashedPage'],
  ],
  'what is in the trash of a project': [
    (as, { project }) => made(listEntries, { as, query: { project_id: project.id } }),
    ['project'],
  ],
  'a course that they change': [
    (as, { course }) => made(updateCourse, { as, params: course, body: { tags: ['new'] } }),
    ['course'],
  ],
}

test('every way in which an administrator reads by their role alone is audited', async () => {
  const secrets = await givenSecrets()
  const admins = new Map(
    await Promise.all(
      Object.keys(ways).map(async (way) => [way, await signedIn({ role: 'admin' })] as const),
    ),
  )
  await settle()
  for (const [way, as] of admins) await ways[way]?.[0](as, secrets)
  await settle()

  const names = new Map(Object.entries(secrets).map(([name, thing]) => [(thing as { id?: string }).id, name]))
  const seen = Object.fromEntries(
    await Promise.all(
      [...admins].map(async ([way, as]) => {
        const { items } = await made(listAudit, { as, query: { actor_id: as.id } })
        const read = (items as Entry[]).filter(({ action }) => action.endsWith('.read'))
        return [way, read.map(({ object }) => names.get(object.id) ?? object.id).sort()]
      }),
    ),
  )
  expect(seen).toEqual(Object.fromEntries(Object.entries(ways).map(([way, [, read]]) => [way, read])))
})
