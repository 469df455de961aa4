const mark = /[\\`*_[\]<&~|]|^ {0,3}(?:#|>|[-+=]|\d{1,9}[.)])|^(?: {4}|\t)/m

/** Returns false if rendering as Markdown would not change this text, as for most short texts. */
export const hasMarkup = (text: string): boolean => mark.test(text)

export const inOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
