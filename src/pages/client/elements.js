import { language, locale, reader, text } from './texts.js'

/** Creates an element. Strings among the children become text nodes, never HTML. */
export const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children.filter((child) => child !== undefined))
  return made
}

export const button = (words, onclick, properties = {}) =>
  element('button', { type: 'button', onclick, ...properties }, words)

export const link = (href, words, properties = {}) => element('a', { href, ...properties }, words)

/** Returns the logo and name of the service, shown on each page. */
export const brand = (name, properties = {}) => {
  const icon = element('img', { src: document.querySelector('link[rel=icon]').href, alt: '' })
  return element(name, { className: 'brand', ...properties }, icon, text('product'))
}

/** Returns an input with its label above. */
export const field = (label, input) => element('label', {}, element('span', {}, label), input)

/** Returns the time zone for times. UTC may be an unchanged default, so the browser's time zone is used instead. */
const zone = () => (reader.timezone === 'UTC' ? undefined : reader.timezone)

const formatted = (value, options) =>
  new Intl.DateTimeFormat(locale, options)
    .format(new Date(value))
    .replace(/^1 /, language === 'fr' ? '1er ' : '$&')

export const dateOf = (value) =>
  formatted(value, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone() })

/** Returns a date without a time, which is the same in all time zones. */
export const dayOf = (value) => formatted(value, { dateStyle: 'long', timeZone: 'UTC' })

/** Returns a number with its unit, in words or abbreviated. */
export const amount = (count, unit, unitDisplay = 'long') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(count)

const units = [
  ['year', 365 * 24],
  ['month', 30 * 24],
  ['day', 24],
  ['hour', 1],
]

/** Returns the distance to a time in words, to the hour; `near` if it is within an hour. */
export const relative = (value, near) => {
  const hours = (Date.parse(value) - Date.now()) / 3_600_000
  const [unit, length] = units.find(([, each]) => Math.abs(hours) >= each) ?? []
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return unit ? words.format(Math.round(hours / length), unit) : near
}

export const sentenceOf = (error) => error.sentence ?? text('noAnswer')

/** Disables a button while `work` runs, and shows a failure in `alert`. */
export const during = async (control, alert, work) => {
  control.disabled = true
  alert.textContent = ''
  try {
    await work()
  } catch (error) {
    alert.textContent = sentenceOf(error)
  } finally {
    control.disabled = false
  }
}

export const alertLine = () => element('p', { role: 'alert' })
export const statusLine = (words = '') => element('p', { role: 'status' }, words)

/** Replaces the content of the page, and sets its title. */
export const show = (title, ...children) => {
  document.documentElement.lang = language
  document.title = `${title} · ${text('product')}`
  document.querySelector('main').replaceChildren(...children)
}
