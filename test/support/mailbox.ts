import { inject } from 'vitest'

/** A mail as the stand-in of SES has it. */
interface ReceivedMail {
  from: string
  destination: { to: string[] }
  replyTo: string[]
  subject: string
  body: { text: string; html: string }
  headers: { name: string; value: string }[]
}

/** The token of the link in a mail. */
export const tokenIn = ({ body }: ReceivedMail): string => /#token=(\S+)/.exec(body.text)?.[1] as string

/** The mails that came to an address, the oldest first. */
export const mailsTo = async (email: string): Promise<ReceivedMail[]> => {
  const answer = await fetch(`${inject('emulators').endpoints.ses}/store`)
  const { emails } = (await answer.json()) as { emails: ReceivedMail[] }
  return emails.filter(({ destination }) => destination.to.includes(email))
}
