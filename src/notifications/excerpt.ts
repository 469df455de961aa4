/** Maximum number of characters in an excerpt. */
export const excerptLength = 200

/** Returns the beginning of a text, unchanged. */
export const firstCharacters = (text: string): string => Array.from(text).slice(0, excerptLength).join('')
