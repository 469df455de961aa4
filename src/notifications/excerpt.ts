/** How many characters are shown of a longer text. */
export const excerptLength = 200

/** What a notification shows of a text. */
export const excerptOf = (text: string): string => Array.from(text).slice(0, excerptLength).join('')
