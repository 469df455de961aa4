import { inject } from 'vitest'

/** A mail as the stand-in for SES stores it. */
interface ReceivedMail {
  from: string
  destination: { to: string[] }
  replyTo: string[]
  subject: string
  body: { text: string; html: string }
  headers: { name: string; value: string }[]
}

export const tokenIn = ({ body }: ReceivedMail): string => /#token=(\S+)/.exec(body.text)?.[1] as string

/** Returns a function that returns the mails received so far to an address, oldest first. */
export const readMailbox = async () => {
  const answer = await fetch(`${inject('emulators').endpoints.ses}/store`)
  const { emails } = (await answer.json()) as { emails: ReceivedMail[] }
  return (email: string): ReceivedMail[] => emails.filter(({ destination }) => destination.to.includes(email))
}

/** Returns the mails to an address, oldest first. */
export const mailsTo = async (email: string): Promise<ReceivedMail[]> => (await readMailbox())(email)
