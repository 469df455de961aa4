import { escaped } from './builder.ts'

/** Reply of a person, and the mail of ours that it quotes. */
export const answer = 'Yes, it is.'
export const quoted =
  'Ada Lovelace commented on “Welcome”\n\nIs this still true?\n\nRead it: https://example.com/view/wiki_page/1'
export const marked = quoted.replaceAll(/^(?=.)/gm, '> ').replaceAll(/^$/gm, '>')
export const quotedHtml = quoted
  .split('\n\n')
  .map((line) => `<p>${escaped(line)}</p>`)
  .join('')
export const link = '&lt;<a href="mailto:no-reply@example.com">no-reply@example.com</a>&gt;'
