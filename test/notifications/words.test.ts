import { afterEach, describe, expect, test } from 'vitest'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { updateNotification } from '../../src/notifications/endpoints/update-notification.ts'
import { notifications, NotificationType } from '../../src/notifications/notification.ts'
import { notify } from '../../src/notifications/notify.ts'
import { textsByLanguage, textsFor, wordedNotice } from '../../src/notifications/catalogue.ts'
import { linkTo } from '../../src/platform/resource.ts'
import { users } from '../../src/platform/identity/user.ts'
import { pageType } from '../../src/wiki/page/page.ts'
import { call } from '../support/call.ts'
import { signedIn, type SignedIn } from '../support/people.ts'

const actor = { id: '01990c1e-7a6b-7c52-9b5e-3c1d0f4e8a11', name: 'Ada Lovelace' }
const resource = linkTo(pageType, { id: actor.id, title: 'Welcome' })
const at = new Date().toISOString()

const tell = (person: SignedIn) =>
  notify([person.id], {
    type: 'page_updated',
    params: { comment: 'Dates moved' },
    actor,
    resource,
    cause: 'test',
    at,
  })

const told = async (as: SignedIn) => (await call(listNotifications, { as })).body.items[0]

describe('The words of a notice', () => {
  test.each([...textsByLanguage.keys()])(
    'every type has some in the language %s, and nothing else has',
    (language) => {
      const texts = textsFor(language)
      const params = {
        about: 'A',
        reason: 'B',
        file: 'C',
        comment: 'D',
        excerpt: 'E',
        until: 'F',
        due_date: 'G',
        status: 'open',
        parent: 'deleted',
        name: 'H',
      }

      const worded = NotificationType.options.map((type) =>
        wordedNotice(
          texts,
          notifications.make({ type, params, actor, resource, user_id: actor.id, created_at: at }),
        ),
      )

      expect(Object.keys(texts).sort()).toEqual([...NotificationType.options].sort())
      expect(worded.filter(({ title }) => !/^\S.*\S$/.test(title))).toEqual([])
      expect(worded.filter(({ title, body }) => `${title} ${body}`.includes('undefined'))).toEqual([])
    },
  )

  test('are made from what is stored as data', async () => {
    const person = await signedIn()
    await tell(person)
    const notice = await told(person)
    const stored = await notifications.find({ user_id: person.id, id: notice.id })

    expect(stored).toMatchObject({ type: 'page_updated', params: { comment: 'Dates moved' }, body: null })
    expect(stored).not.toHaveProperty('title')
    expect(notice).toMatchObject({ title: 'Ada Lovelace updated “Welcome”', body: 'Dates moved' })
  })

  test('are the stored ones, where it was stored as sentences', async () => {
    const person = await signedIn()
    const title = 'Ada Lovelace has updated “Welcome”'
    await notifications.create(
      notifications.make({
        type: 'page_updated',
        title,
        body: 'As it was',
        actor,
        user_id: person.id,
        created_at: at,
      }),
    )

    expect(await told(person)).toMatchObject({ title, body: 'As it was' })
  })
})

describe('The language of a notice', () => {
  afterEach(() => void textsByLanguage.delete('la'))

  test('is that of the person who reads it, in a list and when it is marked as read', async () => {
    const person = await signedIn()
    await tell(person)
    textsByLanguage.set('la', {
      ...textsFor('en'),
      page_updated: ({ who }) => ({ title: `${who} paginam mutavit` }),
    })
    await users.update(await users.get({ id: person.id }), { locale: 'la-VA' })

    const { id, title } = await told(person)
    const marked = await call(updateNotification, { as: person, params: { id }, body: { read: true } })

    expect([title, marked.body.title]).toEqual(Array(2).fill('Ada Lovelace paginam mutavit'))
  })

  test.each([null, 'en-GB', 'EN', 'tlh', 'constructor'])('is English for %s', (locale) => {
    expect(textsFor(locale)).toBe(textsByLanguage.get('en'))
  })
})
