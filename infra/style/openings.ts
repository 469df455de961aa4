import { readSourceText } from './source-text.ts'

/** Openings that make a reader wait for the noun or the verb. */
const refusedOpening =
  /^(?:Of|That|Those|What(?:ever)?|Where(?:ver)?|Whether|Which(?:ever)?|Who(?:m|se|ever)?|How)\b/i

/** The openings above, and verbs that need the name of another test to make a sentence. */
const refusedTestOpening =
  /^(?:are|be|had|has|have|how|is|no(?:body|thing)?|of|that|those|was|were|what|where|whether|which|who(?:m|se)?)\b/i

/** Returns a sentence for each comment and test name in `source` with a refused opening. */
export const refusedOpenings = (file: string, source: string): string[] => {
  const { comments, testNames } = readSourceText(file, source)
  const open = (text: string) => text.slice(0, 60).replaceAll('\n', ' ')
  return [
    ...comments
      .filter(({ text }) => text.split(/\n\s*\n/).some((paragraph) => refusedOpening.test(paragraph)))
      .map(
        ({ line, text }) =>
          `${file}:${line} opens with "${open(text)}"; begin with the noun, or with the verb of a function.`,
      ),
    ...testNames
      .filter(({ text }) => refusedTestOpening.test(text))
      .map(
        ({ line, text }) => `${file}:${line} names a test "${open(text)}"; begin with a verb or a subject.`,
      ),
  ]
}
