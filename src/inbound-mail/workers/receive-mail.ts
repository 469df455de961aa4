import { buffer } from 'node:stream/consumers'
import { replyTargetOf } from '../../mail/reply-address.ts'
import { readObject } from '../../platform/aws/s3.ts'
import { worker } from '../../platform/events/worker.ts'
import type { Actor } from '../../platform/identity/actor.ts'
import { users } from '../../platform/identity/user.ts'
import { log } from '../../platform/runtime/log.ts'
import { Problem } from '../../platform/runtime/problem.ts'
import { categoryOf } from '../../support/policies/policies.ts'
import { credentials } from '../../users/credentials.ts'
import { postReply, postTicket, type Letter } from '../letter.ts'
import { receivedMails } from '../queues.ts'
import { MailRefusal, type ReceivedMail } from '../received-mail.ts'

/** A larger mail is not read: it is held in memory several times over. */
const maxBytes = 31_457_280

/** What SES writes when its rule is made, to see whether it may. */
const setupNotification = 'mail/AMAZON_SES_SETUP_NOTIFICATION'

const findSender = async (email: string): Promise<Actor> => {
  const account = await credentials.find({ email })
  const user = account?.is_active ? await users.find({ id: account.user_id }) : undefined
  if (!user || user.type === 'service') throw new MailRefusal('Its sender has no account here.')
  return { id: user.id, name: user.name, role: user.role, groups: [] }
}

/** What the first address makes of a letter that takes mail of its sender; others are of people, or nothing here. */
const findUse = async (actor: Actor, { recipients, proof }: ReceivedMail) => {
  for (const address of recipients) {
    const target = await replyTargetOf(actor.id, address)
    if (target) return (letter: Letter) => postReply(actor, target, letter)
    const category = proof === 'passed' ? await categoryOf(address) : undefined
    if (category) return (letter: Letter) => postTicket(actor, category.name, letter)
  }
  throw new MailRefusal('None of its addresses takes mail of its sender.')
}

const post = async (id: string, mail: ReceivedMail): Promise<void> => {
  if (mail.proof === 'failed') throw new MailRefusal('Its sender is forged, by DMARC.')
  const use = await findUse(await findSender(mail.sender), mail)
  // of strangers no text is looked at
  const { subject, files } = mail
  const letter = { id, subject, files, text: mail.readText() }
  if (letter.text === '' && files.length === 0) throw new MailRefusal('It says nothing.')
  await use(letter)
}

/** What is only ever so for this mail: trying again would be of no use, unless the problem says when it would. */
const isFinal = (error: unknown): error is MailRefusal | Problem =>
  error instanceof MailRefusal ||
  (error instanceof Problem && error.status < 500 && error.headers['Retry-After'] === undefined)

const receive = async (key: string): Promise<void> => {
  const object = await readObject(key)
  if (!object || object === 'unsatisfiable') throw new MailRefusal('It is gone.')
  const { readMail } = await import('../received-mail.ts')
  const mail = await readMail(await buffer(object.body))
  await post(mail.id ?? key, mail)
}

/** Makes of a mail that has come what its sender would do by themselves (decision 0058). */
export const receiveMail = worker(receivedMails, {}, async ({ Records }) => {
  for (const { s3 } of Records) {
    const key = decodeURIComponent(s3.object.key.replaceAll('+', ' '))
    if (key === setupNotification) continue
    try {
      if (s3.object.size > maxBytes) throw new MailRefusal('It is too large.')
      await receive(key)
    } catch (error) {
      if (!isFinal(error)) throw error
      // neither addresses nor texts: a problem's sentence may have some
      const why = error instanceof Problem ? error.code : error.message
      log.warn('mail refused', { object: key, why })
    }
  }
})
