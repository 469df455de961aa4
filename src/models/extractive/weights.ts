/**
 * Weights and thresholds of the embedded model. `npm run bench -- answers --folder=…` measures them over the pages and
 * questions of a folder, `test/models/questions.system.test.ts` over 40 questions to a company's wiki (decision 0036).
 */

/** Minimum match of a term that counts as said, reached by its inflected forms and by compounds that contain it. */
export const saidCount = 0.5

/** Minimum match of a word as itself or an inflected form, but not as a part of a compound. */
export const namedCount = 0.8

// Matches of words

/** Match of inflected forms of a word, and of a separable verb with its prefix apart. */
export const formLikeness = 0.7

/** Minimum share of letters that forms of a word have in common from the beginning, and their minimum number. */
export const formShare = 0.75
export const minFormCharacters = 5

/** Match of a word with a compound that ends with it, and with one that only begins like it. */
export const endLikeness = 0.6
export const beginningLikeness = 0.5

/** Minimum lengths of a word to match compounds, and of the beginning that it shares with a compound. */
export const minPartCharacters = 5
export const minBeginningCharacters = 6

// Weights of terms

/**
 * Weights of terms that occur nowhere, relative to a rare term, since texts may say them in another way. A range or a
 * limit may answer a question with a number; nothing replaces a name.
 */
export const absentWeight = 0.5
export const absentNumberWeight = 0.2
export const absentNameWeight = 1

/** Weights of matches around a unit, relative to a match in the unit itself. */
export const leadWeight = 0.7
export const headingWeight = 0.6
export const aroundWeight = 0.5
export const titleWeight = 0.5
export const besideWeight = 0.3

/** Share of a unit's score that does not depend on its coverage of the question. */
export const coverageFreeShare = 0.3

/** Minimum ratio of a paragraph's match to its unit's for the unit to be only a part of the answer. */
export const minParagraphRatio = 1.05

/** Minimum share of the covered terms that a unit says itself to be more than a part of the answer. */
export const minOwnShare = 0.5

// Topic of a document

/** Minimum share of a title in the question for the title to be the question's topic. */
export const minNamed = 0.75

/** Bonus for a document by the share of its title that the question names; factor for others if one is the topic. */
export const namedBonus = 0.6
export const otherTopicFactor = 0.6

/** Number of documents with a term from which the term alone says little. */
export const commonThings = 3

/** Factors for the document quoted in the previous answer, and for units without a word of the conversation. */
export const subjectFactor = 1.6
export const offTopicFactor = 0.4

// Form of a unit

/** Factor for short units, and the length below which a sentence is short. */
export const shortFactor = 0.5
export const minSentenceCharacters = 25

/** Maximum number of words of a fragment; a longer line is a statement whatever its punctuation. */
export const maxFragmentWords = 5

/** Factors for an item that is only a link, for a question, and for a unit in another language. */
export const linkFactor = 0.4
export const questionFactor = 0.6
export const foreignFactor = 0.8

/** Factors for code, if the question asks for code, and if it does not. */
export const wantedCodeFactor = 0.75
export const codeFactor = 0.5

/** Factors for units with and without a number, if the question asks for one. */
export const numberFactor = 1.3
export const numberlessFactor = 0.8

/** Factor for the first unit of a passage, and the deduction for each better passage. */
export const firstUnitFactor = 1.15
export const passageDeduction = 0.03

// Definitions and names

/** Maximum number of terms of a definition question; with more, the question is about an aspect of the thing. */
export const maxDefinedTerms = 3

/** Minimum share of the title in the question for a page to define its title, and the factor for its beginning. */
export const minDefined = 0.6
export const definitionFactor = 4

/** Factor for the text below a label that names the thing whose definition is asked for. */
export const labelDefinitionFactor = 3

/** Minimum share of the terms with which a definition begins, and the number of characters that are its beginning. */
export const minBegunShare = 0.5
export const maxBeginningCharacters = 80

/** Factor for units whose label or title has all identifiers, and the exponent of the share of identifiers. */
export const identifiedLabelFactor = 1.5
export const identifiedExponent = 2

// Certainty

/** Minimum score of a quotation relative to the best one. */
export const minScoreShare = 0.7

/**
 * Minimum coverage of an answer, and of a result that is called the closest; below that, there is no answer (decision
 * 0036).
 */
export const minCoverage = 0.64
export const minClosestCoverage = 0.52

/** Minimum weighted share of the question's terms in a quotation that answers it. */
export const minCertainShare = 0.64

/** Terms with at least this share of the rarest term's weight are required. */
export const neededShare = 0.3

/** Reduced weight of the noun for the kind of thing that is asked for: answers seldom contain it. */
export const kindShare = 0.3

/** Minimum number of terms in a title that names nothing else; one of two terms is enough. */
export const minTitled = 2

/** Minimum number of verbatim terms that are conclusive without a dictionary. */
export const minSure = 3

// Relevance of passages

/**
 * Minimum share of the question's terms in a relevant passage, and the number of matches that is enough for long
 * questions.
 */
export const minRelevantShare = 0.5
export const enoughWords = 2.5

// Requests

/**
 * Maximum number of words of a bare verb with an object that is more likely a search than a request: "Reset password".
 */
export const maxBareWords = 2

/** Maximum distance of a verb's object in words. */
export const objectWords = 2
