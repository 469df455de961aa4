import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { login } from '../../src/auth/endpoints/login.ts'
import { refresh } from '../../src/auth/endpoints/refresh.ts'
import { clientKind } from '../../src/auth/session/client-kind.ts'
import { knownPlaces } from '../../src/auth/session/known-places.ts'
import { notifyOfSignIn } from '../../src/auth/workers/notify-of-sign-in.ts'
import { listNotifications } from '../../src/notifications/endpoints/list-notifications.ts'
import { call } from '../support/call.ts'
import { givenAccount, rightPassword } from '../support/given-account.ts'
import { made } from '../support/given.ts'
import { mailsTo } from '../support/mailbox.ts'
import { settle } from '../support/world.ts'

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0'
const android =
  'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const home = { address: '198.51.100.1', headers: { 'User-Agent': windows } }
const away = { address: '198.51.100.2', headers: { 'User-Agent': android } }

/** Signs in from these places, one after the other, and returns the last token. */
const signInFrom = async (email: string, ...places: (typeof home)[]): Promise<string> => {
  let token = ''
  for (const place of places) {
    token = (await made(login, { body: { email, password: rightPassword }, ...place })).access_token
    await settle({ deliveries: 2 })
  }
  return token
}

const newsFor = async (token: string) =>
  (await made(listNotifications, { as: { token }, query: { type: 'sign_in_new' } })).items

describe('Sign-in', () => {
  test('notifies once, also by mail, about another kind of browser from another address', async () => {
    const { email } = await givenAccount()

    const token = await signInFrom(email, home, away, away, home)

    const news = await newsFor(token)
    expect(news).toMatchObject([{ title: 'New sign-in to your account', actor: null, resource: null }])
    expect(news[0]!.body).toContain('signed in with Chrome (Android), from the address 198.51.100.2, on ')
    expect(await mailsTo(email)).toMatchObject([{ subject: 'New sign-in to your account' }])
  })

  test('notifies nobody about the first place, or a newer version of the same browser', async () => {
    const { email } = await givenAccount()
    const newer = { ...home, headers: { 'User-Agent': windows.replaceAll('143', '144') } }

    const token = await signInFrom(email, home, newer)
    await call(refresh, { as: { token }, ...away })
    await settle()

    expect(await mailsTo(email)).toEqual([])
  })

  test('notifies nobody if it is older than a day, as after a replay', async () => {
    const { id: user_id, email } = await givenAccount()
    const token = await signInFrom(email, home)
    const at = new Date(Date.now() - 2 * 86_400_000).toISOString()
    const news = { user_id, session_id: randomUUID(), address: away.address, user_agent: android, at }

    await notifyOfSignIn.work(news)
    await settle()

    expect([await newsFor(token), await mailsTo(email)]).toEqual([[], []])
  })

  test('notifies about a place not used for 30 days', async () => {
    const { id: user_id, email } = await givenAccount()
    await signInFrom(email, home)
    const known = await knownPlaces.get({ user_id })
    const before = Date.now() - 31 * 86_400_000
    await knownPlaces.update(known, {
      seen: Object.fromEntries(Object.keys(known.seen).map((place) => [place, before])),
    })

    expect(await newsFor(await signInFrom(email, home))).toHaveLength(1)
  })
})

test.each([
  [windows, 'Firefox (Windows)'],
  [android, 'Chrome (Android)'],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
    'Edge (Windows)',
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.5 Safari/605.1.15', 'Safari (macOS)'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
    'Safari (iOS)',
  ],
  [`Call 0800 now: ${randomUUID()}`, 'unknown'],
  [null, 'unknown'],
])('clientKind describes %j as %s', (userAgent, kind) => {
  expect(clientKind(userAgent)).toBe(kind)
})
