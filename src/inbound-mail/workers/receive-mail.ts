import { buffer } from 'node:stream/consumers'
import { findReplyTarget } from '../../mail/reply-address.ts'
import { readObject } from '../../platform/aws/s3.ts'
import { worker } from '../../platform/events/worker.ts'
import { mayUseEmail } from '../../platform/identity/email-use.ts'
import { users } from '../../platform/identity/user.ts'
import { log } from '../../platform/runtime/log.ts'
import { Problem } from '../../platform/runtime/problem.ts'
import { findContactByEmail } from '../../support/contact/contact.ts'
import { contactActor } from '../../support/correspondence/contact-actor.ts'
import { findCategoryByAddress } from '../../support/policies/policies.ts'
import { credentials } from '../../users/credentials.ts'
import { mailOmittedFiles, mailRefusal } from '../answer.ts'
import { postReply, postTicket, type InboundMessage, type Sender } from '../inbound-message.ts'
import { receivedMails } from '../queues.ts'
import type { Contents } from '../contents.ts'
import type { ReceivedMail } from '../received-mail.ts'
import { isFinal, MailRefusal, toRefusalReason } from '../refusal.ts'

/**
 * Maximum size of a mail that is read in full, because it is held in memory several times. Of a larger one, only the
 * beginning is read, for a reply.
 */
const maxBytes = 31_457_280
const beginning = 'bytes=0-1048575'

/** Test message that SES writes when its rule is created. */
const setupNotification = 'mail/AMAZON_SES_SETUP_NOTIFICATION'

/** Returns the person with an account of an address; undefined if there is none who may send mail. */
const findPerson = async (email: string): Promise<Sender | undefined> => {
  const account = await credentials.find({ email })
  const user = account?.is_active ? await users.find({ id: account.user_id }) : undefined
  if (!user || user.type === 'service' || !mayUseEmail(user, 'sender')) return undefined
  const { id, name, role } = user
  return { actor: { id, name, role, groups: [] }, isContact: false }
}

/** Returns the contact with an address; undefined if there is none. */
const findContact = async (email: string): Promise<Sender | undefined> => {
  const contact = await findContactByEmail(email)
  return contact && { actor: contactActor(contact), isContact: true }
}

/**
 * Returns how to process a mail, decided by its first recipient that accepts mail from the sender; undefined if none
 * does. A reply is read without quotes, because the quoted text is stored already; a new ticket is read in full. All
 * other recipients are people, or unknown.
 */
const findUse = async (sender: Sender, { recipients, proof, readReply, readAll }: ReceivedMail) => {
  for (const address of recipients) {
    const target = await findReplyTarget(sender.actor.id, address)
    if (target)
      return { read: readReply, write: (letter: InboundMessage) => postReply(sender, target, letter) }
    const category = proof === 'passed' ? await findCategoryByAddress(address) : undefined
    if (category)
      return { read: readAll, write: (letter: InboundMessage) => postTicket(sender, category.name, letter) }
  }
  return undefined
}

/**
 * Returns the sender of a mail and how to process it. A person and a contact can have the same address, because a
 * contact may get an account later: the recipients decide between the two, and the person goes first.
 */
const findSender = async (mail: ReceivedMail) => {
  let isKnown = false
  for (const find of [findPerson, findContact]) {
    const sender = await find(mail.sender)
    const use = sender && (await findUse(sender, mail))
    if (use) return { sender, use }
    isKnown ||= sender !== undefined
  }
  throw new MailRefusal(
    isKnown ? 'No recipient address accepts mail from the sender.' : 'The sender has no account.',
  )
}

interface Found {
  sender: Sender
  use: NonNullable<Awaited<ReturnType<typeof findUse>>>
  mail: ReceivedMail
  /** ID of the mail, the same when it is redelivered. */
  id: string
  isWhole: boolean
}

/** Processes a mail; notifies its sender if it is rejected or files are left out. */
const processMail = async ({ sender, use, mail, id, isWhole }: Found): Promise<void> => {
  let contents: Contents | undefined
  try {
    if (!isWhole) throw new MailRefusal('The mail is too large.', 'too_large')
    contents = use.read()
    if (!contents) throw new MailRefusal('The text of the mail cannot be read.', 'unreadable')
    const left = await use.write({ id, subject: mail.subject, ...contents })
    if (left.files.length > 0) await mailOmittedFiles(sender, mail, { id }, left)
  } catch (error) {
    const reason = isFinal(error) ? toRefusalReason(error) : undefined
    const mailText = () => contents?.text || mail.readAll()?.text || ''
    if (reason) await mailRefusal(sender, mail, { id, text: mailText() }, reason)
    throw error
  }
}

const receiveObject = async (key: string, isWhole: boolean): Promise<void> => {
  const object = await readObject(key, isWhole ? undefined : beginning)
  if (!object || object === 'unsatisfiable') throw new MailRefusal('The mail no longer exists.')
  const { readMail } = await import('../received-mail.ts')
  const mail = await readMail(await buffer(object.body))
  if (mail.proof === 'failed') throw new MailRefusal('The sender is not authenticated.')
  const found = await findSender(mail)
  // the text of a stranger is never read
  await processMail({ ...found, mail, id: mail.id ?? key, isWhole })
}

/** Performs for each received mail what its sender would do in the application (decision 0058). */
export const receiveMail = worker(receivedMails, {}, async ({ Records }) => {
  for (const { s3 } of Records) {
    const key = decodeURIComponent(s3.object.key.replaceAll('+', ' '))
    if (key === setupNotification) continue
    try {
      await receiveObject(key, s3.object.size <= maxBytes)
    } catch (error) {
      if (!isFinal(error)) throw error
      // neither addresses nor texts: the detail of a problem may have some
      const why = error instanceof Problem ? error.code : error.message
      log.warn('mail refused', { object: key, why })
    }
  }
})
