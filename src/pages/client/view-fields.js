import { amount, dateOf, dayOf, element } from './elements.js'
import { locale, text } from './texts.js'

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

/**
 * Returns a number of bytes in a readable unit. Bytes use the long form, because their short form has no plural in
 * English.
 */
export const sizeOf = (bytes) => {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return amount(bytes / 1_000 ** step, sizes[step], step > 0 ? 'short' : 'long')
}

/** Names of formats, by patterns of their media types. */
const formats = {
  pdf: /pdf/,
  spreadsheet: /spreadsheet|excel/,
  presentation: /presentation|powerpoint/,
  document: /word|opendocument\.text|rtf/,
  picture: /^image/,
  audio: /^audio/,
  video: /^video/,
  book: /epub/,
  page: /html/,
  table: /csv/,
  mail: /^message/,
  archive: /zip|tar|compressed/,
  text: /^text/,
}

/** Returns the format of a file in words, with the file extension, which people know better. */
const formatOf = (type, { name }) => {
  const [format = 'other'] = Object.entries(formats).find(([, pattern]) => pattern.test(type)) ?? []
  const [, extension] = /\.(\w{1,5})$/.exec(name) ?? []
  return text(`format.${format}`) + (extension ? ` (${extension.toUpperCase()})` : '')
}

const ways = {
  size: sizeOf,
  content_type: formatOf,
  progress: (percent) => amount(percent, 'percent', 'short'),
  estimated_minutes: (minutes) => amount(minutes, 'minute'),
}

const worded = ['status', 'priority', 'level', 'visibility']

/** Returns the text key of a field, the same for a date and a time: `start` for both. */
const keyOf = (name) => (worded.includes(name) ? name : name.replace(/(_at|_date|(?<!s)s)$/, ''))

/** Returns the value of a field in words; an empty string for none. */
const wordsOf = (name, value, thing) => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((one) => wordsOf('', one)).join(', ')
  if (typeof value === 'object') return value.name
  if (ways[name]) return ways[name](value, thing)
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
  if (name.endsWith('_at')) return dateOf(value)
  if (name.endsWith('_date')) return dayOf(value)
  return (worded.includes(name) && text(`value.${value}`)) || String(value)
}

/** Returns these fields of a resource as one line. */
export const saidOf = (thing, names) =>
  names
    .map((name) => wordsOf(name, thing[name], thing))
    .filter(Boolean)
    .join(' · ')

/** Returns these fields of a resource as a list with labels. */
export const fieldList = (thing, names) => {
  const rows = names.flatMap((name) => {
    const [key, words] = [keyOf(name), wordsOf(name, thing[name], thing)]
    return words === '' ? [] : [element('dt', {}, text(`field.${key}`)), element('dd', {}, words)]
  })
  return rows.length > 0 ? element('dl', { className: 'fields' }, ...rows) : ''
}
