/** An address in a text, by its place. */
interface BareAddress {
  start: number
  end: number
}

/** Punctuation around an address, which is no part of it. */
const opening = /^[(["'“‘*_~,;.!?|-]*/
const closing = /[)\]"'”’*_~.,:;!?|]*$/

/** An address of any scheme, or of another host by the scheme of the page that shows it. */
const address = /:\/\/[^\s/]|(?<![\p{L}\p{N}_:/])\/\/[^\s/]/u

/** What clients may make links of in plain text, although GitHub's Markdown does not. */
export const findBareAddresses = (text: string): BareAddress[] =>
  [...text.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
    if (!address.test(word)) return []
    const start = index + (opening.exec(word)?.[0].length ?? 0)
    const end = index + word.replace(closing, '').length
    return [{ start, end }]
  })
