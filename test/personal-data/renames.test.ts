import { describe, expect, test } from 'vitest'
import { addComment } from '../../src/comments/changes.ts'
import { pageComments } from '../../src/wiki/comment/changes.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { deleteGroup } from '../../src/groups/endpoints/delete-group.ts'
import { updateGroup } from '../../src/groups/endpoints/update-group.ts'
import { jobs } from '../../src/jobs/job/job.ts'
import { findOpenJobs } from '../../src/jobs/job/open-jobs.ts'
import { deleteContact } from '../../src/support/contact/endpoints/delete-contact.ts'
import { updateUser } from '../../src/users/endpoints/update-user.ts'
import { listRevisions } from '../../src/wiki/endpoints/list-revisions.ts'
import { readPage } from '../../src/wiki/endpoints/read-page.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { updateSpace } from '../../src/wiki/endpoints/update-space.ts'
import { spaces } from '../../src/wiki/space/space.ts'
import { call } from '../support/call.ts'
import { givenContactTicket } from '../support/given-contact.ts'
import { givenGroup } from '../support/given-group.ts'
import { givenContact, givenDesk, ticketFor } from '../support/given-ticket.ts'
import { finishRename, finishRound } from '../jobs/given.ts'
import { jobOf, rename } from './given.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { deleted, leftIn, purge } from '../trash/given.ts'

const givenAuthor = async () => {
  const author = await signedIn({ name: 'Ada Before' })
  const page = await givenPage(author, await givenSpace(author))
  return { author, page }
}

const read = (page: { id: string }, as: SignedIn) => made(readPage, { as, params: { id: page.id } })

describe('Rename', () => {
  test('updates resources that the person has created, without changing versions', async () => {
    const { author, page } = await givenAuthor()

    await finishRename(jobOf(await rename(author, 'Ada After')))

    const { author: shown, version } = await read(page, author)
    const { items } = await made(listRevisions, { as: author, params: { id: page.id } })
    expect(shown).toEqual({ id: author.id, name: 'Ada After' })
    expect(version).toBe(page.version)
    expect(items[0]!.author.name).toBe('Ada After')
  })

  test('updates notifications of others', async () => {
    const { author, page } = await givenAuthor()
    const reader = await signedIn()
    await made(subscribePage, { as: reader, params: { id: page.id } })
    await addComment(pageComments, author, page.id, { text: 'New words.', mentions: [], quote: null })
    await settle()

    await finishRename(jobOf(await rename(author, 'Ada After')))

    const { items } = await made(listNotifications, { as: reader })
    expect(items[0]).toMatchObject({
      actor: { name: 'Ada After' },
      title: `Ada After commented on “${page.title}”`,
    })
  })

  test('applies after another one that is still running', async () => {
    const { author, page } = await givenAuthor()
    const first = await rename(author, 'Ada Between')
    await settle()
    const second = await rename(author, 'Ada After')

    await finishRename(jobOf(first))
    await finishRename(jobOf(second))

    expect((await read(page, author)).author.name).toBe('Ada After')
    expect((await jobs.get({ id: jobOf(second) })).status).toBe('completed')
  })

  test('shares one pass over the table with other waiting renames', async () => {
    const { author: first } = await givenAuthor()
    const many = await Promise.all(Array.from({ length: 5 }, givenAuthor))
    const going = jobOf(await rename(first, 'Ada Between'))
    await settle()

    for (const { author } of many) await rename(author, 'Ada After')
    await settle()
    const open = await findOpenJobs('rename#everybody')
    for (const { id } of open.jobs) await finishRename(id)

    const names = await Promise.all(
      many.map(async ({ page, author }) => (await read(page, author)).author.name),
    )
    expect(open.jobs).toMatchObject([{ id: going }, { kind: 'rename' }])
    expect(names).toEqual(many.map(() => 'Ada After'))
    expect(await leftIn('renames#waiting')).toEqual([])
  })

  test('leaves the name of a group that is deleted during its rename', async () => {
    const admin = await signedIn({ role: 'admin' })
    const group = await givenGroup()
    const space = await givenSpace(admin)
    const members = [{ group_id: group.id, permission: 'read' as const }]
    await made(updateSpace, { as: admin, params: { id: space.id }, body: { members } })
    const name = `Renamed ${group.id}`
    const renamed = await made(updateGroup, { as: admin, params: { id: group.id }, body: { name } })
    await settle()
    await call(deleteGroup, { as: admin, params: { id: group.id } })

    await finishRound(jobOf(renamed))

    expect((await jobs.get({ id: jobOf(renamed) })).status).toBe('completed')
    expect((await spaces.get({ id: space.id })).members).toMatchObject([{ group: { id: group.id, name } }])
  })

  test('removes the name of a contact that is permanently deleted', async () => {
    const { agent } = await givenDesk()
    const contact = await givenContact(agent)
    const ticket = await givenContactTicket(agent, contact)
    await deleted(deleteContact, agent, contact)
    await purge(agent, contact)
    await settle()

    for (const { id } of (await findOpenJobs('rename#everybody')).jobs) await finishRename(id)

    expect((await ticketFor(agent, ticket)).requester.name).toBe('Former colleague')
  })

  test('starts a job that nobody sees, and only if the name changes', async () => {
    const { author } = await givenAuthor()
    const renamed = await rename(author, 'Ada After')
    await settle()

    expect(await jobs.get({ id: jobOf(renamed) })).toMatchObject({ user_id: null, kind: 'rename' })

    const moved = await made(updateUser, {
      as: author,
      params: { id: author.id },
      body: { timezone: 'Asia/Tokyo' },
    })
    await settle()

    expect(await jobs.find({ id: jobOf(moved) })).toBeUndefined()
  })
})
