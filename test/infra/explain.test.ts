import { afterAll, expect, test } from 'vitest'
import { users } from '../../src/platform/identity/user.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { subscribePage } from '../../src/wiki/endpoints/subscribe-page.ts'
import { updatePage } from '../../src/wiki/endpoints/update-page.ts'
import { choose } from '../support/given-notification.ts'
import { givenTableProxy } from '../support/given-proxy.ts'
import { givenPage, givenRevision, givenSpace, made } from '../support/given.ts'
import { signedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'
import { changeOf } from '../undo/given.ts'

const { proxy, loaded, end } = await givenTableProxy(async () => ({
  ...(await import('../../infra/explain/questions.ts')),
  ...(await import('../../src/undo/endpoints/undo-change.ts')),
}))
afterAll(end)

const title = 'Secret plans'
const readOperations = ['BatchGetItem', 'GetItem', 'Query']

/** Returns the explanation; fails the test if it writes to the table, or has the title. */
const explain = async (
  question: keyof typeof loaded.questions,
  given: { object?: string; person?: string },
): Promise<string> => {
  const before = proxy.calls.length
  const text = (await loaded.questions[question](given)).join('\n')
  const others = proxy.calls.slice(before).filter(({ operation }) => !readOperations.includes(operation))
  expect(others).toEqual([])
  expect(text).not.toContain(title)
  return text
}

const givenPrivatePage = async () => {
  const [author, reader] = await Promise.all([signedIn(), signedIn()])
  const space = await givenSpace(author, { visibility: 'private', members: [[reader, 'read']] })
  const page = await givenPage(author, space, { title, content: title })
  await settle()
  return { author, reader, object: page.id as string, page }
}

test('npm run explain reports the outcome of the last and of future events for a person', async () => {
  const { author, reader, object, page } = await givenPrivatePage()
  const stranger = await signedIn()
  const ask = ({ email: person }: { email: string }) => explain('notification', { object, person })

  const bystander = await ask(reader)
  await made(subscribePage, { as: reader, params: page })
  await givenRevision(author, page, { content: 'More', base_revision: 1 })
  await settle()
  await choose(reader, { muted: [{ type: 'wiki_page', id: object }] })
  const muted = await ask(reader)
  const hidden = await ask(stranger)
  await made(deletePage, { as: author, params: page })
  const trashed = await ask(reader)

  expect(bystander).toContain('They are neither subscribed, enrolled nor assigned.')
  expect(bystander).toMatch(/^sent, in the application, in the digest of .*: .*page_updated/m)
  expect(muted).toMatch(/^muted: .*page_updated/m)
  expect(muted).toMatch(/^sent, in the application, mailed at once: .*page_mention/m)
  expect(muted).toMatch(/^stored: page_updated of .+; read: no; mail of its own: none\.$/m)
  expect(muted).not.toContain('neither')
  expect(hidden).toBe('no_access: they may not read this wiki_page.')
  expect(trashed).toMatch(/^obsolete: it is in the trash since /)
})

test('npm run explain reports whether a person gets mail', async () => {
  const { email: person, id } = await signedIn()

  const before = await explain('email', { person })
  await users.update(await users.get({ id }), () => ({ email_status: 'bounced' }))
  const after = await explain('email', { person })

  expect(before).toMatch(/^They get mail\.\nSender: set; account: active; address: ok; muted: 0 objects\./)
  expect(before).toMatch(/^mail at_once: .*page_mention/m)
  expect(before).toMatch(/^Next digest: 20/m)
  expect(after).toMatch(/^They get no mail\.\n.*address: bounced/)
})

test('npm run explain reports whether an object is in the index', async () => {
  const { author, object, page } = await givenPrivatePage()

  const indexed = await explain('search', { object })
  await givenRevision(author, page, { content: 'More', base_revision: 1 })
  const changed = await explain('search', { object })
  await made(deletePage, { as: author, params: page })
  const trashed = await explain('search', { object })

  expect(indexed).toMatch(/^This wiki_page is in the index: .*\nThe index is up to date\.$/)
  expect(changed).toMatch(/\nThe index is out of date\.$/)
  expect(trashed).toMatch(/\nIt is in the trash since .*\nThere is nothing to index/)
})

test('npm run explain reports whether a person can undo a change', async () => {
  const { author, reader, page } = await givenPrivatePage()
  await made(updatePage, { as: author, params: page, body: { tags: ['plans'] } })
  const change = await changeOf(author, 'wiki_page.updated')
  const ask = ({ email: person }: { email: string }) => explain('undo', { object: change.id, person })

  const own = await ask(author)
  const others = await ask(reader)
  // trying it would audit that the administrator read the page
  const admins = await ask(await signedIn({ role: 'admin' }))
  await made(loaded.undoChange, { as: author, params: { id: change.id } })
  const again = await ask(author)

  expect(own).toMatch(/^The change wiki_page\.updated is of .*\nThey can undo it/)
  expect(others).toMatch(/\nThey cannot undo it: wiki\.permission_missing\.$/)
  expect(admins).toContain('They can undo it')
  expect(again).toContain('It was undone before.')
})

test('npm run explain refuses unknown IDs and addresses', async () => {
  const { author, object } = await givenPrivatePage()
  const person = author.email

  await expect(explain('search', { object: 'unknown' })).rejects.toThrow('--object must be')
  await expect(explain('undo', { object: 'unknown', person })).rejects.toThrow('--object must be')
  await expect(explain('notification', { object, person: 'nobody@example.com' })).rejects.toThrow('--person')
})
