import type { NoticeParams, NoticeType } from './notification.ts'

/** A notice as people read it. */
export interface Worded {
  /** What happened, in one line. */
  title: string
  /** Further text, if any. */
  body?: string | null
}

/** What the words of a notice are made from: who did it, what it is about, and what its type keeps beside these. */
type WordsOf<T extends NoticeType> = NoticeParams<T> & { who: string; what: string }

/** The words of every type of notice in one language. */
export type Texts = { [T in NoticeType]: (words: WordsOf<T>) => Worded }
