import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { messages } from '../../src/chats/message/message.ts'
import { jobs } from '../../src/jobs/job/job.ts'
import { users } from '../../src/platform/identity/user.ts'
import { newId } from '../../src/platform/runtime/id.ts'
import { transact } from '../../src/platform/table/table.ts'
import { registerUser } from '../../src/users/registration.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { deletePage } from '../../src/wiki/endpoints/delete-page.ts'
import { fillIn, openAccountPage } from '../support/account-page.ts'
import { findingsOn } from '../support/axe.ts'
import { executablePath, hasBrowser, startBrowser } from '../support/browser.ts'
import { givenChat, givenWords } from '../support/given-chat.ts'
import { chapterOf, givenCourse } from '../support/given-course.ts'
import { givenFile } from '../support/given-file.ts'
import { givenDesk, givenMessage, givenTicket } from '../support/given-ticket.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { startService, type RunningService } from '../support/service.ts'
import { settle } from '../support/world.ts'
import { givenComment, givenProject, givenTask } from '../task/given.ts'

const hostile = '<img src=x onerror=alert(1)> & "Ada"'
const password = 'a long enough password'
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

let service: RunningService
let browser: Browser
let author: SignedIn
let space: { id: string }
/** Page of the current test. */
let shown: Awaited<ReturnType<typeof openAccountPage>>

const absent = hasBrowser ? '' : `: skipped, because there is none at ${executablePath}`

const opened = async (path: string, options: Parameters<typeof openAccountPage>[2] = {}) => {
  const known = [process.env['PICTURE_ORIGIN'] as string]
  shown = await openAccountPage(browser, service.url + path, { known, ...options })
  return shown.page
}

const title = (page: Page, name: string) =>
  page.getByRole('heading', { name, exact: true, level: 1 }).waitFor()

describe.skipIf(!hasBrowser)(`GET /view/{type}/{id} in a browser${absent}`, () => {
  beforeAll(async () => {
    service = await startService()
    author = await signedIn({ name: hostile })
    space = await givenSpace(author, { name: `Handbook ${hostile}` })
    browser = await startBrowser()
  })

  afterEach(async () => {
    await shown.page.context().close()
    if (shown.wrong.length > 0) throw new Error(shown.wrong.join('\n'))
  })

  afterAll(async () => {
    await Promise.all([browser?.close(), service?.stop()])
  })

  test('shows a wiki page with its picture and comments, and markup in titles as text', async () => {
    const picture = await givenFile(author, { name: 'map.png', bytes: dot, content_type: 'image/png' })
    const other = await givenPage(author, space, { title: 'Another page' })
    const content = `## Where\n\n![A map](/api/v1/files/${picture.id}/contents)\n\n[On](/api/v1/wiki/pages/${other.id})`
    const written = await givenPage(author, space, { title: `Places ${hostile}`, content })
    const body = { text: `See **this** ${hostile}` }
    const comment = await made(createComment, { as: author, params: { id: written.id }, body })
    const page = await opened(`/view/wiki_page/${written.id}#${comment.id}`, { token: author.token })
    await title(page, `Places ${hostile}`)

    await page.getByAltText('A map').waitFor()
    const width = await page.evaluate(
      'document.images[1].decode().then(() => document.images[1].naturalWidth)',
    )
    const focused = await page.evaluate<string>('document.activeElement.innerText')
    await page.getByRole('link', { name: 'On', exact: true }).click()
    await title(page, 'Another page')
    await page.getByRole('link', { name: `Handbook ${hostile}` }).click()
    await title(page, `Handbook ${hostile}`)

    expect(width).toBe(1)
    expect(focused).toContain(`See this ${hostile}`)
  })

  test('shows the whole page, whatever addresses its links have', async () => {
    const content = ['http://', 'https://{host}:{port}/x', 'https://example.com:99999']
      .map((address, at) => `[Link ${at}](${address})`)
      .concat('The end')
      .join('\n\n')
    const written = await givenPage(author, space, { title: 'Links', content })

    const page = await opened(`/view/wiki_page/${written.id}`, { token: author.token })
    await title(page, 'Links')

    expect(await page.getByRole('article').innerText()).toContain('The end')
  })

  test('shows an error for an unexpected response', async () => {
    const page = await opened('/favicon.ico', { token: author.token })
    await page.route('**/assistants/*', (route) =>
      route.fulfill({ json: { name: 'Ada', created_at: 'then' } }),
    )
    await page.goto(`${service.url}/view/assistant/${randomUUID()}`)

    await title(page, 'This cannot be shown')
    await page.getByRole('alert').getByText('Something went wrong in the service.').waitFor()

    expect(shown.wrong.splice(0)).toHaveLength(1)
  })

  test('signs a person in on the page, in their language, and then shows a task', async () => {
    const project = await givenProject(author, { name: 'Move', visibility: 'internal' })
    const plan = await givenFile(author, { name: 'plan.txt', bytes: 'The plan' })
    const fields = { title: 'Pack', priority: 'high', due_date: '2026-03-31', attachments: [plan.id] }
    const task = await givenTask(author, project, fields)
    await givenComment(author, task, { text: 'Boxes first' })
    const { id, email } = await registerUser(
      { email: `${randomUUID()}@example.com`, name: 'Grace Hopper', role: 'user' },
      password,
    )
    await users.update(await users.get({ id }), { locale: 'de' })
    const page = await opened(`/view/task/${task.id}`)

    await fillIn(page, String(email), password)
    await title(page, `${task.key} Pack`)
    const said = await page.getByRole('main').innerText()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'plan.txt herunterladen' }).click()

    expect(page.url()).toBe(`${service.url}/view/task/${task.id}`)
    for (const words of ['Priorität\nHoch', 'Fällig\n31. März 2026', 'Kommentare', 'Boxes first'])
      expect(said).toContain(words)
    expect((await download).suggestedFilename()).toBe('plan.txt')
  })

  test('shares a session with a second tab, and ends it in both', async () => {
    const project = await givenProject(author, { name: 'Shared', visibility: 'internal' })
    const email = `${randomUUID()}@example.com`
    await registerUser({ email, name: 'Grace Hopper', role: 'user' }, password)
    const page = await opened(`/view/project/${project.id}`, { locale: 'en' })
    await fillIn(page, email, password)
    await title(page, 'Shared')

    const second = await page.context().newPage()
    await second.goto(page.url())
    await title(second, 'Shared')
    await second.getByRole('button', { name: 'Sign out' }).click()

    await title(second, 'Sign in')
    await title(page, 'Sign in')
    expect(await page.evaluate("JSON.parse(sessionStorage.getItem('session'))")).toBeNull()
  })

  test('shows a project with its tasks, and its description as HTML', async () => {
    const project = await givenProject(author, { name: 'Move', description: '# Move\n\n**Soon** we go' })
    const { key } = await givenTask(author, project, { title: 'Pack' })
    const page = await opened(`/view/project/${project.id}`, { token: author.token, locale: 'en' })

    await page.getByRole('heading', { name: 'Tasks' }).waitFor()
    const said = await page.getByRole('main').innerText()
    await page.getByRole('link', { name: `${key} Pack` }).click()
    await title(page, `${key} Pack`)

    expect(said).toContain('Soon we go')
    expect(said.match(/Move/g)).toHaveLength(1)
  })

  test('shows a file with its details in words and its text', async () => {
    const file = await givenFile(author, { name: 'notes.md', bytes: '# notes.md\n\nAll **read**.' })
    await settle({ texts: true })
    const page = await opened(`/view/file/${file.id}`, { token: author.token, locale: 'de' })

    await page.getByText('All read.').waitFor()
    const said = await page.getByRole('main').innerText()

    expect(said).toContain('Format\nText (MD)')
    expect(said.match(/notes\.md/g)).toHaveLength(1)
  })

  test('explains why a file has no text', async () => {
    const pending = await givenFile(author, { name: 'notes.md', bytes: 'Not **read** yet.' })
    const picture = await givenFile(author, { name: 'map.png', bytes: dot, content_type: 'image/png' })
    const page = await opened(`/view/file/${pending.id}`, { token: author.token, locale: 'en' })
    await page.getByText('The text of this file is still being read.').waitFor()

    await settle({ texts: true })
    await page.goto(`${service.url}/view/file/${picture.id}`)

    const reason = page.getByText('This file has no text that can be shown.')
    await reason.waitFor()
    expect(await page.getByText('still being read').count()).toBe(0)
  })

  test('shows an internal message of a ticket to agents only', async () => {
    const { requester, agent } = await givenDesk()
    const ticket = await givenTicket(requester, { description: 'Smoke everywhere' })
    await givenMessage(agent, ticket, { text: 'He smokes', is_internal: true })
    const said = async ({ token }: SignedIn) => {
      const page = await opened(`/view/ticket/${ticket.id}`, { token })
      await page.getByText('Smoke everywhere').waitFor()
      return page.getByRole('main').innerText()
    }

    const toAgent = await said(agent)
    await shown.page.context().close()
    const toRequester = await said(requester)

    expect([toAgent, toRequester].map((text) => text.includes('He smokes'))).toEqual([true, false])
    expect(toAgent).toContain('Internal')
  })

  test('shows all messages of a long chat, and scrolls to an old one', async () => {
    const chat = await givenChat(author)
    const { message } = await givenWords(author, chat, 'How it began')
    const later = Array.from({ length: 100 }, (_, at) => ({
      ...message,
      data: null,
      id: newId(),
      number: at + 10,
    }))
    await transact(later.map((fields) => messages.toCreate(messages.make({ ...fields, text: 'And then' }))))

    const page = await opened(`/view/chat/${chat.id}#${message.id}`, { token: author.token })
    await page.getByText('How it began').waitFor()

    expect(await page.getByRole('listitem').count()).toBe(101)
    expect(await page.evaluate('document.activeElement.innerText')).toContain('How it began')
  })

  test('names a failed job in the language of the reader', async () => {
    const job = jobs.make({ kind: 'undo', user_id: author.id, owner: author.id, input: {} })
    await jobs.create({ ...job, status: 'failed', error: 'Something went wrong.' })

    const page = await opened(`/view/job/${job.id}`, { token: author.token, locale: 'de' })
    await title(page, 'Rückgängigmachen von Änderungen')
    const said = await page.getByRole('main').innerText()

    expect(said).toContain('Status\nFehlgeschlagen')
    expect(said).not.toContain('Something went wrong')
  })

  test('opens the lesson named in the URL', async () => {
    const course = await givenCourse(author, { chapters: [chapterOf('First words', 'Second **words**')] })
    const [, second] = course.chapters[0]!.lessons

    const page = await opened(`/view/course/${course.id}#${second!.id}`, { token: author.token })
    await page.getByText('Second words').waitFor()

    expect(await page.getByText('First words').count()).toBe(0)
  })

  /** Returns the text of a page in a language. */
  const saidOf = async (path: string, locale: string) => {
    const page = await opened(path, { token: author.token, locale })
    await page.locator('dl').waitFor()
    return page.getByRole('main').innerText()
  }

  test('shows the size of a small file', async () => {
    const file = await givenFile(author, { name: 'five.txt', bytes: '12345' })

    expect(await saidOf(`/view/file/${file.id}`, 'en')).toContain('Size\n5 bytes')
  })

  test('shows the first of a month with its French ordinal', async () => {
    const task = await givenTask(author, await givenProject(author), { due_date: '2026-03-01' })

    expect(await saidOf(`/view/task/${task.id}`, 'fr')).toContain('Échéance\n1er mars 2026')
  })

  test('shows the same message for hidden and for missing resources', async () => {
    const hidden = await givenPage(author, await givenSpace(author, { visibility: 'private' }))
    const outsider = await signedIn()
    const page = await opened(`/view/wiki_page/${hidden.id}`, { token: outsider.token, locale: 'es' })
    const said = async () => {
      await page.getByRole('alert').getByText('no existe').waitFor()
      return page.getByRole('main').innerText()
    }

    const ofHidden = await said()
    await page.goto(`${service.url}/view/wiki_page/${randomUUID()}`)

    expect(await said()).toBe(ofHidden)
  })

  test('shows a deleted page to people who may restore it, and the deletion to others', async () => {
    const [administrator, reader] = [await signedIn({ role: 'admin' }), await signedIn()]
    const readable = await givenSpace(author, { visibility: 'private', members: [[reader, 'read']] })
    const written = await givenPage(author, readable, { title: 'Wombats' })
    await made(deletePage, { as: author, params: { id: written.id } })
    const said = async ({ token }: SignedIn, heading: string) => {
      const page = await opened(`/view/trash_entry/${written.id}`, { token })
      await title(page, heading)
      return page.getByRole('main').innerText()
    }

    const toAdministrator = await said(administrator, 'Wombats')
    await shown.page.context().close()
    const toReader = await said(reader, 'This cannot be shown')

    expect(toAdministrator).toContain('Can be restored until')
    expect(toReader).toContain('This was deleted.')
  })

  test.each([
    ['light', 'en'],
    ['dark', 'de'],
    ['dark', 'fr'],
    ['light', 'es'],
  ] as const)('passes axe-core and fits a phone, %s, %s', async (colorScheme, locale) => {
    const code = '`'.repeat(3)
    const table = ['A | ', '- | ', 'long | '].map((cell) => `|${cell.repeat(12)}`).join('\n')
    const content = `# Title\n\n${'word '.repeat(40)}\n\n${table}\n\n${code}\n${'x'.repeat(200)}\n${code}`
    const written = await givenPage(author, space, { title: 'x'.repeat(200), content, tags: ['one', 'two'] })
    await made(createComment, { as: author, params: { id: written.id }, body: { text: 'y'.repeat(300) } })
    const options = { token: author.token, colorScheme, locale, viewport: { width: 360, height: 740 } }
    const page = await opened(`/view/wiki_page/${written.id}`, { ...options, bypassCSP: true })
    await page.getByRole('listitem').waitFor()

    const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth')

    expect({ overflow, ...(await findingsOn(page)) }).toEqual({ overflow: 0 })
  })
})
