import { makeLink, toSendReset } from '../../src/mail/account-link.ts'
import { mails } from '../../src/mail/mail.ts'
import { putItems, type Item } from '../../src/platform/table/operation.ts'
import { users } from '../../src/platform/identity/user.ts'
import { transact } from '../../src/platform/table/table.ts'

/** Returns the token of a password reset link, without the mail. */
export const givenResetToken = async (user_id: string): Promise<string> => {
  const operations = await toSendReset(user_id)
  await transact(operations)
  const mail = mails.read(putItems(operations).at(-1) as Item)
  const link = await makeLink(mail, await users.get({ id: user_id }))
  return link?.split('token=')[1] as string
}
