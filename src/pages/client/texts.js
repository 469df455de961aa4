const languages = ['en', 'de', 'fr', 'es']

/** How the person reads, as this tab knows it since they signed in: `locale` and `timezone`. */
export const reader = { ...JSON.parse(sessionStorage.getItem('session'))?.reader }

const languageOf = (locale) => locale.split('-')[0].toLowerCase()

/** What they chose (decision 0057), else what their browser is set to: the first that there are texts in. */
const localeOf = (chosen) =>
  [chosen ?? 'en', ...navigator.languages].find(
    (wanted, at) => (at > 0 || chosen) && languages.includes(languageOf(wanted)),
  ) ?? 'en'

export const locale = localeOf(reader.locale)
export const language = languageOf(locale)

/** Whether the page speaks as somebody with this locale reads. */
export const speaks = (chosen) => localeOf(chosen) === locale

// relative to this file, and so of its version
const texts = await (await fetch(new URL(`texts-${language}.json`, import.meta.url))).json()

/** A text by its key, with what goes into it by name; undefined where there is none. */
export const text = (key, values = {}) =>
  Object.hasOwn(texts, key) ? texts[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '') : undefined
