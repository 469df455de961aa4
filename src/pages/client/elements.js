import { language, locale, reader, text } from './texts.js'

/** An element. Texts among the children stay texts, whatever is in them. */
export const element = (name, properties = {}, ...children) => {
  const made = Object.assign(document.createElement(name), properties)
  made.append(...children.filter((child) => child !== undefined))
  return made
}

export const button = (words, onclick, properties = {}) =>
  element('button', { type: 'button', onclick, ...properties }, words)

export const link = (href, words, properties = {}) => element('a', { href, ...properties }, words)

/** What stands for the service on each page. */
export const brand = (name, properties = {}) => {
  const icon = element('img', { src: document.querySelector('link[rel=icon]').href, alt: '' })
  return element(name, { className: 'brand', ...properties }, icon, text('product'))
}

/** An input below its label. */
export const field = (label, input) => element('label', {}, element('span', {}, label), input)

/** The time zone of a person who chose none is UTC, and the one of their machine says more. */
const zone = () => (reader.timezone === 'UTC' ? undefined : reader.timezone)

const formatted = (value, options) =>
  new Intl.DateTimeFormat(locale, options)
    .format(new Date(value))
    .replace(/^1 /, language === 'fr' ? '1er ' : '$&')

export const dateOf = (value) =>
  formatted(value, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone() })

/** A day without a time is the same in all time zones. */
export const dayOf = (value) => formatted(value, { dateStyle: 'long', timeZone: 'UTC' })

/** A figure with its unit in words, or shorter. */
export const amount = (count, unit, unitDisplay = 'long') =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 }).format(count)

const units = [
  ['year', 365 * 24],
  ['month', 30 * 24],
  ['day', 24],
  ['hour', 1],
]

/** How far a time is away in words, to the hour; `near` within an hour. */
export const relative = (value, near) => {
  const hours = (Date.parse(value) - Date.now()) / 3_600_000
  const [unit, length] = units.find(([, each]) => Math.abs(hours) >= each) ?? []
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return unit ? words.format(Math.round(hours / length), unit) : near
}

export const sentenceOf = (error) => error.sentence ?? text('noAnswer')

/** Makes `work` of a button wait for itself, and says in `alert` when it fails. */
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

/** Shows this and nothing else below the title. */
export const show = (title, ...children) => {
  document.documentElement.lang = language
  document.title = `${title} · ${text('product')}`
  document.querySelector('main').replaceChildren(...children)
}
