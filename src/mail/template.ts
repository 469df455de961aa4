import { escapeHtml } from '../platform/http/answer/html-page.ts'

/** Content of an HTML mail; `blocks` are HTML, built by the functions below. */
interface Page {
  language: string
  subject: string
  /** Heading, if it differs from the subject. */
  title?: string
  blocks: string[]
}

export interface MailLink {
  href: string
  label: string
}

/**
 * Styles are inline because some mail programs drop those in the head; only the colors of dark mode must be there.
 * Tables limit the width in programs without `max-width`.
 */
const colours =
  ':root{color-scheme:light dark;supported-color-schemes:light dark}' +
  '@media (prefers-color-scheme:dark){.page,.card{background:#1b1d21!important}.text{color:#f1f3f5!important}' +
  '.link{color:#9cc3ff!important}.note{color:#b4bac2!important}' +
  '.button{background:#9cc3ff!important;color:#10233f!important}}'

const font = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,Arial,sans-serif;overflow-wrap:anywhere'

const buttonStyle =
  `${font};display:inline-block;padding:12px 20px;border-radius:6px;` +
  'background:#1f4e8c;color:#ffffff;text-decoration:none;font-weight:600'

const titleStyle = `${font};margin:0 0 20px;font-size:22px;line-height:1.3;color:#16191d`

const htmlParagraph = (name: string, style: string, content: string) =>
  `<p class="${name}" style="${font};margin:0 0 20px;${style}">${content}</p>`

export const buttonBlock = ({ href, label }: MailLink): string =>
  `<p style="margin:0 0 20px"><a class="button" href="${escapeHtml(href)}" style="${buttonStyle}">` +
  `${escapeHtml(label)}</a></p>`

export const textBlock = (text: string): string =>
  htmlParagraph('text', 'font-size:16px;line-height:1.5;color:#16191d', escapeHtml(text))

/** Returns the reader's own text, line by line. */
export const quoteBlock = (text: string): string =>
  `<blockquote style="margin:0 0 20px;padding:0 0 0 12px;border-left:3px solid #9aa3ad">` +
  `${htmlParagraph('text', 'font-size:16px;line-height:1.5;color:#16191d;white-space:pre-wrap', escapeHtml(text))}` +
  '</blockquote>'

const inlineLink = (name: string, style: string, { href, label }: MailLink) =>
  `<a class="${name}" href="${escapeHtml(href)}" style="${style}">${escapeHtml(label)}</a>`

/** Returns a link to a resource, with lines below. */
export const groupBlock = (link: MailLink, lines: string[]): string =>
  htmlParagraph(
    'text',
    'font-size:16px;line-height:1.5;color:#16191d',
    [inlineLink('link', 'color:#1f4e8c;font-weight:600', link), ...lines.map(escapeHtml)].join('<br>'),
  )

/** Returns a small closing line, with a link if there is an action to take. */
export const noteBlock = (text: string, link?: MailLink): string =>
  htmlParagraph(
    'note',
    'font-size:14px;line-height:1.5;color:#59616b',
    escapeHtml(text) + (link ? ` ${inlineLink('note', 'color:#59616b', link)}` : ''),
  )

/** Returns a mail as HTML; it loads no external content, and all text of other people is escaped. */
export const renderMail = ({ language, subject, title = subject, blocks }: Page): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${colours}</style>
</head>
<body class="page" style="margin:0;background:#ffffff">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center">
<table class="card" role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:560px">
<tr><td style="padding:32px 20px">
<h1 class="text" style="${titleStyle}">${escapeHtml(title)}</h1>
${blocks.join('\n')}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
