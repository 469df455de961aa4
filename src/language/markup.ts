const mark = /[\\`*_[\]<&~|]|^ {0,3}(?:#|>|[-+=]|\d{1,9}[.)])|^(?: {4}|\t)/m

/** Returns true unless this text is the same without Markdown: most short texts are. */
export const hasMarkup = (text: string): boolean => mark.test(text)

/** A text in one line. */
export const inOneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()
