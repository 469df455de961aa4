import { basename } from 'node:path'

/** What is read for the decisions: texts by their paths. */
interface DecisionTexts {
  pages: string[]
  index: string
  /** Code in which pages are cited. */
  code: Map<string, string>
}

const numberOf = (page: string): string => basename(page).slice(0, 4)

/** Where pages are cited, each as `decision` and its number. */
const citationsIn = (code: Map<string, string>): { at: string; number: string }[] =>
  [...code].flatMap(([file, text]) =>
    text.split('\n').flatMap((line, index) =>
      [...line.matchAll(/\bdecision (\d{4})\b/g)].map(([, number = '']) => ({
        at: `${file}:${index + 1}`,
        number,
      })),
    ),
  )

/** Says which pages the index lacks, which no code cites, and which are cited without being there. */
export const refusedDecisions = ({ pages, index, code }: DecisionTexts): string[] => {
  const citations = citationsIn(code)
  const cited = new Set(citations.map(({ number }) => number))
  const numbers = new Set(pages.map(numberOf))
  return [
    ...pages
      .filter((page) => !index.includes(`(${basename(page)})`))
      .map((page) => `${page} is not in the index beside it.`),
    ...pages
      .filter((page) => !cited.has(numberOf(page)))
      .map((page) => `${page} is cited by no code: say "decision ${numberOf(page)}" where it surprises.`),
    ...citations
      .filter(({ number }) => !numbers.has(number))
      .map(({ at, number }) => `${at} cites decision ${number}, which does not exist.`),
  ]
}
