import { language, locale, reader, text } from './texts.js'

/** Creates an element. Strings among the children become text nodes, never HTML. */
export const element = (name, properties = {}, ...children) => {
  const node = Object.assign(document.createElement(name), properties)
  node.append(...children.filter((child) => child !== undefined))
  return node
}

export const button = (label, onclick, properties = {}) =>
  element('button', { type: 'button', onclick, ...properties }, label)

export const link = (href, label, properties = {}) => element('a', { href, ...properties }, label)

/** Returns the logo and name of the service, shown on each page. */
export const brand = (name, properties = {}) => {
  const icon = element('img', { src: document.querySelector('link[rel=icon]').href, alt: '' })
  return element(name, { className: 'brand', ...properties }, icon, text('product'))
}

export const field = (label, input) => element('label', {}, element('span', {}, label), input)

/** Returns the time zone for times. UTC may be an unchanged default, so the browser's time zone is used instead. */
const timeZone = () => (reader.timezone === 'UTC' ? undefined : reader.timezone)

const format = (value, options) =>
  new Intl.DateTimeFormat(locale, options)
    .format(new Date(value))
    .replace(/^1 /, language === 'fr' ? '1er ' : '$&')

export const formatTime = (value) =>
  format(value, { dateStyle: 'medium', timeStyle: 'short', timeZone: timeZone() })

/** Returns a date without a time, which is the same in all time zones. */
export const formatDate = (value) => format(value, { dateStyle: 'long', timeZone: 'UTC' })

export const withUnit = (count, unit, unitDisplay = 'long') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(count)

const units = [
  ['year', 365 * 24],
  ['month', 30 * 24],
  ['day', 24],
  ['hour', 1],
]

/** Returns the distance to a time in words, to the hour; `near` if it is within an hour. */
export const fromNow = (value, near) => {
  const hours = (Date.parse(value) - Date.now()) / 3_600_000
  const [unit, length] = units.find(([, unitHours]) => Math.abs(hours) >= unitHours) ?? []
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return unit ? format.format(Math.round(hours / length), unit) : near
}

export const errorText = (error) => error.sentence ?? text('noAnswer')

/** Disables a button while `work` runs, and shows a failure in `alert`. */
export const run = async (control, alert, work) => {
  control.disabled = true
  alert.textContent = ''
  try {
    await work()
  } catch (error) {
    alert.textContent = errorText(error)
  } finally {
    control.disabled = false
  }
}

export const alertLine = () => element('p', { role: 'alert' })
export const statusLine = (sentence = '') => element('p', { role: 'status' }, sentence)

export const show = (title, ...children) => {
  document.documentElement.lang = language
  document.title = `${title} · ${text('product')}`
  document.querySelector('main').replaceChildren(...children)
}
