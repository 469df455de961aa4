import { fold } from '../../language/fold.ts'
import type { Language } from '../../language/stop-words.ts'
import greetings from '#generated/words/greetings.json' with { type: 'json' }
import thanks from '#generated/words/thanks.json' with { type: 'json' }
import type { WordList } from '../../language/word-lists.ts'

/** Normalizes a message for comparison: folded words without mentions. */
const normalize = (text: string) =>
  (fold(text.replaceAll(/@\S+/gu, ' ')).match(/[\p{L}\p{M}]+/gu) ?? []).join(' ')

const findLanguage = (message: string, messages: WordList) =>
  (Object.entries(messages) as [Language, string][]).find(([, list]) =>
    fold(list).split('\n').includes(message),
  )?.[0]

/** Returns the language in which a message only greets or only thanks. */
export const findSmallTalk = (
  text: string,
): { greeted: Language | undefined; thanked: Language | undefined } => {
  const message = normalize(text)
  return { greeted: findLanguage(message, greetings), thanked: findLanguage(message, thanks) }
}
