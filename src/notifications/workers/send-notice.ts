import { hashOf, newSecret } from '../../platform/runtime/secret.ts'
import { findRecipient, sendOnce } from '../../mail/delivery.ts'
import { sendEmail } from '../../platform/aws/email.ts'
import { worker } from '../../platform/events/worker.ts'
import { refKey } from '../../platform/resource-ref.ts'
import { noticeEmail } from '../mail/catalogue.ts'
import { headersOf } from '../mail/headers.ts'
import { noticeMails, type NoticeMail } from '../mail/notice-mail.ts'
import { visibleThings } from '../mail/visible-things.ts'
import { unsubscribeUrl } from '../mail/unsubscribe-link.ts'
import { outgoingNotices } from '../queues.ts'

/** Sends the mail of a notice, if its person may still read what it is about. */
const deliver = async (mail: NoticeMail, secret: string): Promise<void> => {
  const { notice } = mail
  const user = await findRecipient(mail.user_id)
  if (!user || !notice) return
  const link = notice.resource
  const resource = link && (await visibleThings(user, [link])).get(refKey(link))
  if (resource === undefined) return
  const unsubscribe = unsubscribeUrl(mail, secret)
  const headers = headersOf(mail, resource, unsubscribe)
  const email = await noticeEmail(user, notice, resource, unsubscribe)
  await sendEmail({ user_id: user.id, to: user.email, headers, ...email })
}

export const sendNotice = worker(outgoingNotices, {}, async (key) => {
  const secret = newSecret()
  await sendOnce(noticeMails, key, (mail) => deliver(mail, secret), {
    claimed: ({ hashes }) => ({ hashes: [...hashes, hashOf(secret)] }),
    ended: { notice: null },
  })
})
