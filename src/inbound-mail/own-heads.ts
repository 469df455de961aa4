import { directionControls } from '../language/fold.ts'

/** Sender of our mails; the address is in lower case. */
export interface OwnSender {
  name: string
  address: string
}

/** First and last index of the lines that introduce a quote. */
interface Head {
  first: number
  last: number
}

/** Line between a reply and the quoted mail, such as `------ Original Message ------`. */
const divider = /^[-_=*]{3,}/

/** Header line: a label in any language. */
const label = /^\*?[^\s:：<>@"*][^:：<>@"]{0,30}[:：]/

/** Date in any language: a year, or three numbers with separators. */
const date = /\p{Nd}{4}|\p{Nd}{1,2}[./-] ?\p{Nd}{1,2}[./-]/u

/** End of a line that introduces a quote. */
const introduction = /(?:[:：]|-{3,}|>{3})$/

const maxLabels = 8
const maxWraps = 2

/** Removes direction marks, which Gmail puts around addresses, and trims the line. */
const toPlainLine = (line: string) =>
  line
    .replace(directionControls, '')
    .replace(/[\u200E\u200F\u061C]/g, '')
    .trim()

const isQuotedLine = (line = '') => line.startsWith('>')
const hasAddress = (line: string, { address }: OwnSender) => line.toLowerCase().includes(address)
const hasBracket = (line: string, { address }: OwnSender) =>
  ['<', '(', '[', 'mailto:'].some((sign) => line.toLowerCase().includes(sign + address))

/** Returns the index of the next line in a direction; skips one blank line. */
const neighbor = (lines: string[], at: number, step: 1 | -1) =>
  lines[at + step] === '' ? at + 2 * step : at + step

/**
 * Finds the header of a quoted mail in the format of Outlook and GMX: labels, with our address as the first address.
 */
const findHeader = (lines: string[], at: number, sender: OwnSender): Head | undefined => {
  const line = lines[at] ?? ''
  const isLabel = (index: number) => label.test(lines[index] ?? '')
  // some programs put each line into a paragraph of its own
  const move = (index: number, step: 1 | -1) =>
    lines[at + 1] === '' ? neighbor(lines, index, step) : index + step
  const up = move(at, -1)
  // the line below a date may be the sender, and the line below a sender without address the recipient
  const isSecond = isLabel(up) && hasAddress(line, sender)
  if (isSecond && (isLabel(move(up, -1)) || lines[up]?.includes('@'))) return undefined
  const first = isSecond ? up : at
  let [last, labels] = [at, isSecond ? 2 : 1]
  for (let down = move(at, 1); isLabel(down) && labels < maxLabels; down = move(down, 1))
    [last, labels] = [down, labels + 1]
  const above = neighbor(lines, first, -1)
  if (divider.test(lines[above] ?? '')) {
    while (lines[last + 1] && !isQuotedLine(lines[last + 1]) && last - at < maxLabels) last += 1
    return { first: above, last }
  }
  return isLabel(at) && labels > (hasBracket(line, sender) ? 1 : 2) ? { first, last } : undefined
}

/** Finds the sentence above a quote, such as `On … wrote:`, which may be wrapped. */
const findSentence = (lines: string[], at: number, sender: OwnSender): Head | undefined => {
  let last = at
  const isAboveQuote = () => isQuotedLine(lines.slice(last + 1, last + 5).find((line) => line !== ''))
  const isIntroduction = () => introduction.test(lines[last] ?? '')
  while (!isIntroduction() && !isAboveQuote() && last - at < maxWraps && lines[last + 1]) last += 1
  const hasDate = (first: number) => date.test(lines.slice(first, last + 1).join(' '))
  const isPart = (index: number) =>
    index >= 0 && lines.slice(index, at).every((line) => line !== '' && !isQuotedLine(line))
  const first = [at, at - 1, at - maxWraps].find((index) => isPart(index) && hasDate(index)) ?? at
  const sentence = lines.slice(first, last + 1).join(' ')
  const signs = [isIntroduction(), hasDate(first), hasBracket(sentence, sender)]
  // our name alone, or text that is not marked as a quote, needs more evidence than our address above a quote
  const isHead = isAboveQuote()
    ? signs.filter(Boolean).length > (hasAddress(sentence, sender) ? 0 : 1)
    : signs.every(Boolean)
  return isHead ? { first, last } : undefined
}

const findHead = (lines: string[], at: number, sender: OwnSender): Head | undefined => {
  const line = lines[at] ?? ''
  const isNamed = sender.name !== '' && line.includes(sender.name) && !line.includes('@')
  if (!isNamed && !hasAddress(line, sender)) return undefined
  if (isQuotedLine(line) && !line.endsWith('>>>')) return undefined
  return findHeader(lines, at, sender) ?? findSentence(lines, at, sender)
}

/** Returns a sentence that the library recognizes, with characters that are removed from all texts. */
const replacementHead = (index: number) => `On \uE000${index} \uE001 wrote:`
const ownHeads = /On \uE000(\d+) \uE001 wrote:/g

export const isOwnHead = (text: string): boolean => text.startsWith('On \uE000')

/**
 * Replaces any introduction to a quote of our mail, in any language and layout, with one sentence. The evidence is our
 * address, not a word. `restore` reverts the replacement.
 */
export const markOwnHeads = (text: string, sender: OwnSender) => {
  const written = text.replace(/[\uE000\uE001]/g, '').split(/\r?\n/)
  const lines = written.map(toPlainLine)
  const heads: string[] = []
  const marked: string[] = []
  let done = 0
  for (let at = 0; at < lines.length; at += 1) {
    const head = at < done ? undefined : findHead(lines, at, sender)
    if (!head || head.first < done) continue
    marked.push(...written.slice(done, head.first), '', replacementHead(heads.length))
    heads.push(written.slice(head.first, head.last + 1).join('\n'))
    done = head.last + 1
  }
  return {
    text: [...marked, ...written.slice(done)].join('\n'),
    restore: (part: string) => part.replace(ownHeads, (_, index: string) => heads[Number(index)] ?? ''),
  }
}
