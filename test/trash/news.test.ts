import { describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { deleteFile } from '../../src/files/endpoints/delete-file.ts'
import { deleteCourse } from '../../src/lms/endpoints/delete-course.ts'
import { transact } from '../../src/platform/table/table.ts'
import { toTrash } from '../../src/platform/trash/moves.ts'
import { deleteProject } from '../../src/task/endpoints/delete-project.ts'
import { deleteTask } from '../../src/task/endpoints/delete-task.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { deleteSpace } from '../../src/wiki/endpoints/delete-space.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { trashedPage } from '../../src/wiki/page/trash.ts'
import { pages } from '../../src/wiki/page/page.ts'
import { trees, withSweep } from '../../src/wiki/space/tree.ts'
import { call } from '../support/call.ts'
import { enroll, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { givenProject, givenTask } from '../task/given.ts'
import { deleted, entryStatus, restore } from './given.ts'

const newsFor = async (as: SignedIn) =>
  (await call(listNotifications, { as, query: { type: 'page_deleted' } })).body.items

/** Returns the type and title of each deletion notification of a person. */
const deletionsFor = async (as: SignedIn): Promise<string[]> => {
  const { items } = await made(listNotifications, { as, query: { limit: 100 } })
  return (items as { type: string; title: string }[])
    .filter(({ type }) => type.endsWith('_deleted'))
    .map(({ type, title }) => `${type} ${title}`)
    .sort()
}

describe('The deletion of a page', () => {
  test('notifies the author and followers of any part once, with a link for restoring', async () => {
    const [author, reader, deleter] = [
      await signedIn(),
      await signedIn(),
      await signedIn({ name: 'Grace Hopper' }),
    ]
    const space = await givenSpace(author)
    const page = await givenPage(author, space, { title: 'Wombats' })
    const leaf = await givenPage(author, space, { under: page })
    for (const { id } of [page, leaf]) await made(subscribePage, { as: reader, params: { id } })
    await made(subscribePage, { as: deleter, params: { id: page.id } })
    await settle()

    await deleted(deletePage, deleter, page, { recursive: true })
    await settle({ deliveries: 2 })

    const [toAuthor, toReader, toDeleter] = await Promise.all([author, reader, deleter].map(newsFor))
    expect([toAuthor, toReader, toDeleter].map((news) => news!.length)).toEqual([1, 1, 0])
    expect(toReader![0]).toMatchObject({
      title: 'Grace Hopper deleted “Wombats”',
      actor: { id: deleter.id },
      resource: { type: 'trash_entry', id: page.id },
    })
    expect(toReader![0]!.resource!.url).toMatch(`/view/trash_entry/${page.id}`)
    expect(await entryStatus(reader, { id: toReader![0]!.resource!.id })).toBe(200)
  })

  test('does not notify people who may no longer read the page, nor anyone after a restore', async () => {
    const [author, reader] = [await signedIn(), await signedIn()]
    const space = await givenSpace(author, { visibility: 'private', members: [[reader, 'write']] })
    const [page, back] = [await givenPage(author, space), await givenPage(author, space)]
    for (const { id } of [page, back]) await made(subscribePage, { as: reader, params: { id } })
    await settle()

    await deleted(deletePage, author, back)
    await restore(author, back)
    await settle()
    await call(updateSpace, { as: author, params: { id: space.id }, body: { members: [] } })
    await deleted(deletePage, author, page)
    await settle()

    expect(await newsFor(reader)).toEqual([])
  })

  test('notifies the author of a draft only while the author can access the space', async () => {
    const [owner, author, former] = await Promise.all([signedIn(), signedIn(), signedIn()])
    const members: [SignedIn, 'write'][] = [author, former].map((one) => [one, 'write'])
    const space = await givenSpace(owner, { visibility: 'private', members })
    const drafts = [
      await givenPage(author, space, { status: 'draft' }),
      await givenPage(former, space, { status: 'draft' }),
    ]
    const still = [{ user_id: author.id, permission: 'write' as const }]
    await made(updateSpace, { as: owner, params: { id: space.id }, body: { members: still } })

    const statuses = []
    for (const draft of drafts) statuses.push((await deleted(deletePage, owner, draft)).status)
    await settle({ deliveries: 2 })

    expect(statuses).toEqual([204, 204])
    expect((await newsFor(author)).map(({ resource }) => resource?.id)).toEqual([drafts[0]?.id])
    expect(await newsFor(former)).toEqual([])
  })
})

describe('The deletion of other resources', () => {
  test('notifies the people concerned once, with a link for restoring', async () => {
    const [owner, worker, learner] = await Promise.all([signedIn(), signedIn(), signedIn()])
    const admin = await signedIn({ role: 'admin', name: 'Grace Hopper' })
    const project = await givenProject(owner, { name: 'Burrows' })
    const task = await givenTask(owner, project, { title: 'Dig', assignee_ids: [worker.id] })
    await givenTask(owner, project, { assignee_ids: [worker.id] })
    const course = await givenCourse(owner, { title: 'Digging', status: 'published' })
    await enroll(learner, course)
    const file = await givenFile(owner, { name: 'map.txt' })

    await deleted(deleteTask, admin, task)
    await deleted(deleteProject, admin, project)
    await deleted(deleteCourse, admin, course)
    await deleted(deleteFile, admin, file)
    await settle({ deliveries: 2 })

    const told = await Promise.all([owner, worker, learner, admin].map(deletionsFor))
    expect(told).toEqual([
      [
        'course_deleted Grace Hopper deleted “Digging”',
        'file_deleted Grace Hopper deleted “map.txt”',
        'project_deleted Grace Hopper deleted “Burrows”',
        'task_deleted Grace Hopper deleted “Dig”',
      ],
      ['project_deleted Grace Hopper deleted “Burrows”', 'task_deleted Grace Hopper deleted “Dig”'],
      ['course_deleted Grace Hopper deleted “Digging”'],
      [],
    ])
  })

  test('notifies readers of a space who wrote or follow a page in it', async () => {
    const [owner, author, reader, left] = await Promise.all([1, 2, 3, 4].map(() => signedIn()))
    if (!owner || !author || !reader || !left) throw new Error('Somebody is missing.')
    const members: [SignedIn, 'write'][] = [author, reader, left].map((one) => [one, 'write'])
    const space = await givenSpace(owner, { visibility: 'private', name: 'Wombats', members })
    const page = await givenPage(owner, space)
    const leaf = await givenPage(author, space, { under: page })
    for (const as of [reader, left]) await made(subscribePage, { as, params: { id: leaf.id } })
    const still = members.slice(0, 2).map(([{ id }]) => ({ user_id: id, permission: 'write' as const }))
    await made(updateSpace, { as: owner, params: { id: space.id }, body: { members: still } })
    await settle()
    const admin = await signedIn({ role: 'admin', name: 'Grace Hopper' })

    await deleted(deleteSpace, admin, space)
    await settle({ deliveries: 2 })

    const told = ['space_deleted Grace Hopper deleted “Wombats”']
    expect(await Promise.all([owner, author, reader, left].map(deletionsFor))).toEqual([told, told, told, []])
  })

  test('notifies authors of pages that stay hidden below a deleted one', async () => {
    const [owner, author] = await Promise.all([signedIn({ name: 'Grace Hopper' }), signedIn()])
    const space = await givenSpace(owner)
    const page = await givenPage(owner, space, { title: 'Wombats' })
    const branch = await givenPage(owner, space, { under: page })
    await givenPage(author, space, { under: branch })
    const { id } = page
    const [stored, tree] = await Promise.all([pages.get({ id }), trees.find({ space_id: space.id })])
    if (!tree) throw new Error('There is no tree.')
    const by = { id: owner.id, name: 'Grace Hopper' }
    // as if the tree were too large for the trash
    await transact([
      pages.toRemoveRead(stored, []),
      trees.toUpdate(tree, { sweeps: withSweep(tree, id) }),
      ...toTrash(by, { ...trashedPage(stored), is_whole: false }),
    ])
    await settle({ deliveries: 2 })

    expect(await deletionsFor(author)).toEqual(['page_deleted Grace Hopper deleted “Wombats”'])
  })
})
