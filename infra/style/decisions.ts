import { basename } from 'node:path'

interface DecisionTexts {
  pages: string[]
  index: string
  /** Code in which pages are cited. */
  code: Map<string, string>
}

const decisionNumber = (page: string): string => basename(page).slice(0, 4)

/** Returns each citation: `decision` and a number, which may stand on the next line of a comment. */
const citationsIn = (code: Map<string, string>): { at: string; number: string }[] =>
  [...code].flatMap(([file, text]) =>
    [...text.matchAll(/\bdecision[\s*/#]+(\d{4})\b/g)].map(({ 1: number = '', index }) => ({
      at: `${file}:${text.slice(0, index).split('\n').length}`,
      number,
    })),
  )

/** Returns a sentence for each page without an entry in the index or a citation, and each citation without a page. */
export const refusedDecisions = ({ pages, index, code }: DecisionTexts): string[] => {
  const citations = citationsIn(code)
  const cited = new Set(citations.map(({ number }) => number))
  const numbers = new Set(pages.map(decisionNumber))
  return [
    ...pages
      .filter((page) => !index.includes(`(${basename(page)})`))
      .map((page) => `${page} is not in the index.`),
    ...pages
      .filter((page) => !cited.has(decisionNumber(page)))
      .map(
        (page) =>
          `${page} is not cited by code: write "decision ${decisionNumber(page)}" where it surprises.`,
      ),
    ...citations
      .filter(({ number }) => !numbers.has(number))
      .map(({ at, number }) => `${at} cites decision ${number}, which does not exist.`),
  ]
}
