import type { Turn } from '../../models/generation-request.ts'
import { citedNumbers } from '../../models/citation-prediction.ts'
import { parseStepCalls, isSearch, parseStepPassages, type ReplyStep } from './step.ts'

export const joinTexts = (steps: ReplyStep[]) =>
  steps
    .map(({ text }) => text)
    .filter(Boolean)
    .join('\n\n')

/** Converts the steps of a reply, with the outcomes of their calls, to turns for the model. */
export const stepTurns = (steps: ReplyStep[]): Turn[] =>
  steps.flatMap((step): Turn[] => {
    if (isSearch(step)) return []
    const made = parseStepCalls(step)
    const results = made.map(({ call, outcome }) => ({
      id: call.id,
      name: call.name,
      result: outcome?.error ?? outcome?.result ?? null,
      isError: outcome?.error !== null,
    }))
    const turn: Turn = { role: 'assistant', text: step.text, calls: made.map(({ call }) => call) }
    return results.length > 0 ? [turn, { role: 'results', results }] : [turn]
  })

/** Maximum length of the quotation of a source. */
const maxQuoteCharacters = 500

/** Returns the passages that the text cites by `[1]` and so on. */
export const findCitations = (text: string, steps: ReplyStep[]) => {
  const cited = citedNumbers(text)
  return parseStepPassages(steps).flatMap(
    ({ type, id, title, url, api_url, revision = null, text: quote }, index) =>
      cited.has(index + 1)
        ? [
            {
              number: index + 1,
              type,
              id,
              title,
              url,
              api_url,
              quote: quote.slice(0, maxQuoteCharacters).toWellFormed(),
              revision,
              is_current: revision === null ? null : true,
            },
          ]
        : [],
  )
}

export const sumUsage = (steps: ReplyStep[]) => ({
  input_tokens: steps.reduce((sum, { input_tokens }) => sum + input_tokens, 0),
  output_tokens: steps.reduce((sum, { output_tokens }) => sum + output_tokens, 0),
})
