import countQuestions from '#generated/words/countQuestions.json' with { type: 'json' }
import definitionQuestions from '#generated/words/definitionQuestions.json' with { type: 'json' }
import kindQuestions from '#generated/words/kindQuestions.json' with { type: 'json' }
import lastingVerbs from '#generated/words/lastingVerbs.json' with { type: 'json' }
import measureQuestions from '#generated/words/measureQuestions.json' with { type: 'json' }
import numberQuestions from '#generated/words/numberQuestions.json' with { type: 'json' }
import useVerbs from '#generated/words/useVerbs.json' with { type: 'json' }
import { foldedItems, matchFolded, type WordList } from '../../language/word-lists.ts'

const compile = (list: WordList): RegExp[] => foldedItems(list).map((pattern) => new RegExp(pattern, 'gu'))

/** Words that ask for a number or a time; the topic of the question is what remains. */
export const numberWords = compile(numberQuestions)

/** Words that ask for a number and nothing else. */
export const countWords = compile(countQuestions)

/** Words that ask for a measure, so for a figure. */
export const measureWords = compile(measureQuestions)

/** Captures the noun for the kind of thing that is asked for, as in "Which option …?"; answers seldom contain it. */
export const askedKind = new RegExp(
  String.raw`^(?:\p{L}+ ){0,2}?(?:${matchFolded(kindQuestions)}) (?:kind of |sort of |type of )?(\p{L}{3,})`,
  'u',
)

/** Verbs that accompany the number words and add no meaning. */
export const lasting = new Set(foldedItems(lastingVerbs))

/** Verbs of use: texts express them in many ways, or omit them. */
export const using = new Set(foldedItems(useVerbs))

/** Phrases that ask what something is. */
export const definitions = compile(definitionQuestions)
