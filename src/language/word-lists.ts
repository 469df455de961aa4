/** Items of a list by language (BCP 47), one per line. */
export type WordList = Readonly<Record<string, string>>

/** Returns the items of a list in all languages. */
export const listItems = (list: WordList): string[] => Object.values(list).join('\n').split('\n')

/** Returns a pattern that matches any item of a list, in the form of alternatives without a group. */
export const matchAny = (list: WordList): string => listItems(list).join('|')
