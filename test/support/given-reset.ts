import { makeLink, toSendReset } from '../../src/mail/account-link.ts'
import { mails } from '../../src/mail/mail.ts'
import { putItems, type Item } from '../../src/platform/table/operation.ts'
import { transact } from '../../src/platform/table/table.ts'

/** The token of a link for a new password, without the mail. */
export const givenResetToken = async (user_id: string): Promise<string> => {
  const operations = await toSendReset(user_id)
  await transact(operations)
  const link = await makeLink(mails.read(putItems(operations).at(-1) as Item))
  return link?.split('token=')[1] as string
}
