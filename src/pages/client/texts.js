const languages = ['en', 'de', 'fr', 'es']

/** Reading preferences of the person, stored in this tab since they signed in: `locale` and `timezone`. */
export const reader = { ...JSON.parse(sessionStorage.getItem('session'))?.reader }

const toLanguage = (locale) => locale.split('-')[0].toLowerCase()

/** Returns the locale the person chose (decision 0057), otherwise the first locale of the browser that has texts. */
const pickLocale = (chosen) =>
  [chosen ?? 'en', ...navigator.languages].find(
    (wanted, at) => (at > 0 || chosen) && languages.includes(toLanguage(wanted)),
  ) ?? 'en'

export const locale = pickLocale(reader.locale)
export const language = toLanguage(locale)

export const hasLanguage = (chosen) => pickLocale(chosen) === locale

// relative to this file, and so of the same version
const texts = await (await fetch(new URL(`texts-${language}.json`, import.meta.url))).json()

/** Returns a text by its key, with placeholders filled in; undefined for an unknown key. */
export const text = (key, values = {}) =>
  Object.hasOwn(texts, key) ? texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '') : undefined
