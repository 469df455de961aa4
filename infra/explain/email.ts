import { findRecipient } from '../../src/mail/send-once.ts'
import { chosenTypes } from '../../src/notifications/notification-types.ts'
import { digestFor } from '../../src/notifications/mail/digest.ts'
import { notificationMails } from '../../src/notifications/mail/notification-mail.ts'
import { channelsFor, preferences } from '../../src/notifications/preferences.ts'
import { toEmailStatus } from '../../src/platform/identity/user.ts'
import { mailEnvironment } from '../../src/platform/runtime/environment.ts'
import { readList } from '../../src/platform/table/list/list.ts'
import { findSubject, type Question } from './subject.ts'

export const explainEmail = async (question: Question): Promise<string[]> => {
  const person = await findSubject(question)
  const { id: user_id, email, is_active, timezone } = person
  const chosen = (await preferences.find({ user_id })) ?? preferences.make({ user_id })
  const { items } = await readList(notificationMails.in('digests', { user_id }), { limit: 3 })
  const types = Map.groupBy(chosenTypes, (type) => channelsFor(chosen, { type, resource: null }).mail)
  const { start, end } = chosen.quiet_hours ?? {}
  return [
    (await findRecipient(user_id)) ? 'They get mail.' : 'They get no mail.',
    `Sender: ${mailEnvironment.from ? 'set' : 'none'}; account: ${is_active ? 'active' : 'deactivated'}; address: ` +
      `${email === null ? 'none' : toEmailStatus(person)}; muted: ${chosen.muted.length} objects.`,
    ...[...types].map(([mail, of]) => `mail ${mail}: ${of.join(', ')}.`),
    `Quiet hours: ${start ? `${start} to ${end} ${timezone}` : 'none'}.`,
    `Next digest: ${digestFor(person, chosen, Date.now()).send_at}.`,
    ...items.map(({ send_at, done_at }) => `Digest of ${send_at}: ${done_at ?? 'waits'}.`),
  ]
}
