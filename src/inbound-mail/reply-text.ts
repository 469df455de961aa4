import { runInNewContext } from 'node:vm'
import { fromHtml } from 'hast-util-from-html'
import { toMdast } from 'hast-util-to-mdast'
import { toMarkdown } from 'mdast-util-to-markdown'
import type { Email } from 'postal-mime'
import { withoutQuotes } from './quotes.ts'

/** What is read of a longer text: as much as a comment may have. */
const maxCharacters = 50_000

const handlers = Object.fromEntries(
  // quotes are known by lines that begin with `From:`, not with `**From:**`
  ['b', 'strong', 'i', 'em'].map((name) => [
    name,
    (state: { all: (node: never) => unknown }, node: unknown) => state.all(node as never),
  ]),
)

const textOf = (html: string): string =>
  toMarkdown(
    toMdast(fromHtml(html.slice(0, 4 * maxCharacters)), { handlers: handlers as never }) as Parameters<
      typeof toMarkdown
    >[0],
  )

type Texts = Pick<Email, 'text' | 'html'>

/** What the links of our mails have (src/mail/account-link.ts, src/notifications/mail/unsubscribe-link.ts). */
const secret = /(token(?:=|%3D))[\da-f]{8}-[\da-f-]{27}\.[\w.-]+/gi

/** The text of a mail, with all that it quotes; links of ours in it are good for nobody who reads it. */
export const wholeText = ({ text = '', html = '' }: Texts): string =>
  (text.trim() === '' ? textOf(html) : text)
    .replace(/(\r?\n){3,}/g, '\n\n')
    .slice(0, maxCharacters)
    .toWellFormed()
    .replace(secret, '$1…')
    .trim()

/** How long it may take to find quotes, in milliseconds: patterns of the library are slow for texts made to be so. */
const maxMilliseconds = 2_000

/**
 * What somebody has written in a mail, as text, without what they quote and their signature; undefined where that takes
 * too long to find. The timeout of `vm` ends patterns as well, and is all that is wanted of it here.
 */
export const replyText = (email: Texts): string | undefined => {
  const whole = wholeText(email)
  const read = () => withoutQuotes(whole)
  try {
    return runInNewContext('read()', { read }, { timeout: maxMilliseconds }) as string
  } catch {
    return undefined
  }
}
