import { amount, dateOf, dayOf, element } from './elements.js'
import { locale, text } from './texts.js'

const sizes = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

/** A number of bytes as people say it; the short form of bytes has no plural in English. */
export const sizeOf = (bytes) => {
  const step = Math.min(sizes.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  return amount(bytes / 1_000 ** step, sizes[step], step > 0 ? 'short' : 'long')
}

const ways = {
  size: sizeOf,
  progress: (percent) => amount(percent, 'percent', 'short'),
  estimated_minutes: (minutes) => amount(minutes, 'minute'),
}

const worded = ['status', 'priority', 'level', 'visibility']

/** The key of its name: `start` for a day and for a time. */
const keyOf = (name) => (worded.includes(name) ? name : name.replace(/(_at|_date|(?<!s)s)$/, ''))

/** The value of a field in words; an empty string for none. */
const wordsOf = (name, value) => {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.map((one) => wordsOf('', one)).join(', ')
  if (typeof value === 'object') return value.name
  if (ways[name]) return ways[name](value)
  if (typeof value === 'number') return new Intl.NumberFormat(locale).format(value)
  if (name.endsWith('_at')) return dateOf(value)
  if (name.endsWith('_date')) return dayOf(value)
  return (worded.includes(name) && text(`value.${value}`)) || String(value)
}

/** What is said of a thing, by the names of its fields. */
export const fieldList = (thing, names) => {
  const rows = names.flatMap((name) => {
    const [key, words] = [keyOf(name), wordsOf(name, thing[name])]
    return words === '' ? [] : [element('dt', {}, text(`field.${key}`)), element('dd', {}, words)]
  })
  return rows.length > 0 ? element('dl', { className: 'fields' }, ...rows) : ''
}
