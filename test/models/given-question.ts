import type { Passage } from '../../src/models/passage.ts'
import { extractive } from '../../src/models/extractive.ts'
import type { Part, Question } from '../../src/models/port.ts'

/** A passage of a page in these paragraphs. */
export const passage = (title: string, paragraphs: string[], id = title): Passage => ({
  type: 'wiki_page',
  id,
  title,
  url: `http://127.0.0.1:3000/api/v1/wiki/pages/${id}`,
  text: paragraphs.join('\n\n'),
})

type Fields = Partial<Question>

export const questionOf = (asked: string, passages: Passage[], fields: Fields = {}): Question => ({
  // the model looks at no settings of its own
  model: {} as Question['model'],
  instructions: '',
  turns: [{ role: 'user', text: asked }],
  passages,
  functions: [],
  parameters: { temperature: null, top_p: null, max_output_tokens: null },
  locale: null,
  signal: new AbortController().signal,
  ...fields,
})

/** What the extractive model answers, in its parts and as one text. */
export const answer = async (asked: string, passages: Passage[], fields: Fields = {}) => {
  const parts: Part[] = []
  for await (const part of extractive(questionOf(asked, passages, fields))) parts.push(part)
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return { parts, text }
}
