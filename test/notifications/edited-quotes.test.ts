import { afterEach, describe, expect, test, vi } from 'vitest'
import { updateMessage } from '../../src/chats/endpoints/update-message.ts'
import { sendScheduled } from '../../src/platform/events/scheduler.ts'
import { newId, idTime } from '../../src/platform/runtime/id.ts'
import { inRequest, noSession } from '../../src/platform/runtime/request-context.ts'
import { updateComment } from '../../src/wiki/endpoints/update-comment.ts'
import { createComment } from '../../src/wiki/endpoints/create-comment.ts'
import { givenChat, givenWords } from '../support/given-chat.ts'
import { choose } from '../support/given-notification.ts'
import { givenPage, givenSpace, made } from '../support/given.ts'
import { mailsTo } from '../support/mailbox.ts'
import { signedIn, type SignedIn } from '../support/people.ts'
import { settle } from '../support/world.ts'

const travel = (time: number) => vi.useFakeTimers({ toFake: ['Date'], now: time })

afterEach(() => void vi.useRealTimers())

const day = 24 * 3_600_000

/** Noon (UTC) of a day later than the IDs of this process. */
const noon = Math.ceil(idTime(newId()) / day) * day + day / 2

/** Ends the quiet hours, and sends the mails that waited for it. */
const endQuietHours = async () => {
  await settle()
  travel(noon + day / 12 + 60_000)
  await inRequest({ requestId: '1', confirmSession: noSession }, async () => sendScheduled())
  await settle()
}

const textsTo = async ({ email }: SignedIn) => (await mailsTo(email)).map(({ body }) => body.text)

const former = 'The password is hunter2.'
const edited = 'Ask me for it.'

describe('Text edited before its notification is mailed', () => {
  test('quotes the current version of a comment and of a chat message', async () => {
    travel(noon)
    const [author, reader] = [await signedIn(), await signedIn({ name: 'Bob Brown' })]
    await choose(reader, { quiet_hours: { start: '11:00', end: '14:00' } })
    const { id } = await givenPage(author, await givenSpace(author))
    const chat = await givenChat(author, [reader])
    const comment = await made(createComment, {
      as: author,
      params: { id },
      body: { text: former, mentions: [reader.id] },
    })
    const { message } = await givenWords(author, chat, `@Bob Brown: ${former}`)
    await settle()

    await made(updateComment, {
      as: author,
      params: { id, comment_id: comment.id },
      body: { text: edited },
    })
    await made(updateMessage, {
      as: author,
      params: { id: chat.id, message_id: message.id },
      body: { text: edited },
    })
    await endQuietHours()

    const texts = (await textsTo(reader)).filter((text) => text.includes('mentioned you'))
    expect(texts).toEqual([expect.stringContaining(edited), expect.stringContaining(edited)])
    expect(texts.join()).not.toContain(former)
  })
})
