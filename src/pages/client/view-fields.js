import { withUnit, formatTime, formatDate, element } from './elements.js'
import { locale, text } from './texts.js'

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

/**
 * Returns a number of bytes in a readable unit. Bytes use the long form, because their short form has no plural in
 * English.
 */
export const formatSize = (bytes) => {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return withUnit(bytes / 1_000 ** step, sizes[step], step > 0 ? 'short' : 'long')
}

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
const formatName = (type, { name }) => {
  const [format = 'other'] = Object.entries(formats).find(([, pattern]) => pattern.test(type)) ?? []
  const [, extension] = /\.(\w{1,5})$/.exec(name) ?? []
  return text(`format.${format}`) + (extension ? ` (${extension.toUpperCase()})` : '')
}

const formatters = {
  size: formatSize,
  content_type: formatName,
  progress: (percent) => withUnit(percent, 'percent', 'short'),
  estimated_minutes: (minutes) => withUnit(minutes, 'minute'),
}

const translated = ['status', 'priority', 'level', 'visibility']

/** Returns the text key of a field, the same for a date and a time: `start` for both. */
const fieldKey = (name) => (translated.includes(name) ? name : name.replace(/(_at|_date|(?<!s)s)$/, ''))

/** Returns the value of a field in words; an empty string for none. */
const formatField = (name, value, item) => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((one) => formatField('', one)).join(', ')
  if (typeof value === 'object') return value.name
  if (formatters[name]) return formatters[name](value, item)
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
  if (name.endsWith('_at')) return formatTime(value)
  if (name.endsWith('_date')) return formatDate(value)
  return (translated.includes(name) && text(`value.${value}`)) || String(value)
}

export const fieldLine = (item, names) =>
  names
    .map((name) => formatField(name, item[name], item))
    .filter(Boolean)
    .join(' · ')

export const fieldList = (item, names) => {
  const rows = names.flatMap((name) => {
    const [key, value] = [fieldKey(name), formatField(name, item[name], item)]
    return value === '' ? [] : [element('dt', {}, text(`field.${key}`)), element('dd', {}, value)]
  })
  return rows.length > 0 ? element('dl', { className: 'fields' }, ...rows) : ''
}
