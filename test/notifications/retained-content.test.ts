import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { expiry } from '../../infra/local/lambda/expiry.ts'
import { findMailByToken } from '../../src/notifications/mail/unsubscribe-link.ts'
import { newId, idTime } from '../../src/platform/runtime/id.ts'
import { itemsWith } from '../personal-data/given.ts'
import { choose, givenNotification } from '../support/given-notification.ts'
import { givenOwnPage } from '../support/given.ts'
import { mailsTo } from '../support/mailbox.ts'
import { settle, settleAfter, world } from '../support/world.ts'

const day = 86_400

/** Expires rows as of some days after the current IDs, which never go back, before anything is sent. */
const expireAfter = async (days: number) => {
  const { endpoints, tableName } = world()
  await expiry({ endpoints, tableName }).step(Math.floor(idTime(newId()) / 1_000) + days * day)
}

/** Creates a mail of a notification that is not in the application, with a text that is nowhere else. */
const givenMail = async () => {
  const { author, page } = await givenOwnPage()
  await choose(author, { types: { page_mention: { in_app: false, mail: 'at_once' } } })
  const excerpt = `Words ${randomUUID()}`
  await givenNotification(author, page, { excerpt })
  return { author, excerpt }
}

describe('Content of a notification mail', () => {
  test('expires when no dead letter can send it any more', async () => {
    const { author, excerpt } = await givenMail()

    await expireAfter(18)
    const kept = await itemsWith([excerpt])
    await expireAfter(20)
    const left = await itemsWith([excerpt])
    await settle()

    expect([kept.length, left, await mailsTo(author.email)]).toEqual([1, [], []])
  })

  test('disappears after sending, while the unsubscribe link keeps working', async () => {
    const { author, excerpt } = await givenMail()

    await settle()
    await settleAfter(170 * day)

    const [mail] = await mailsTo(author.email)
    const token = /\?token=(\S+)/.exec(mail?.body.text ?? '')?.[1] as string
    expect(await itemsWith([excerpt])).toEqual([])
    expect(await findMailByToken(token)).toMatchObject({ user: { id: author.id } })
  })
})
