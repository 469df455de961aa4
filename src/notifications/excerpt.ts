/** How many characters are shown of a longer text. */
export const excerptLength = 200

/** The beginning of a text as it is. */
export const firstCharacters = (text: string): string => Array.from(text).slice(0, excerptLength).join('')
