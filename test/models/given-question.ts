import type { Passage } from '../../src/models/passage.ts'
import { generateExtractive } from '../../src/models/extractive/answer.ts'
import type { GenerationPart, GenerationRequest } from '../../src/models/generation-request.ts'

/** Creates a passage of a page with these paragraphs. */
export const passage = (title: string, paragraphs: string[], id = title): Passage => ({
  type: 'wiki_page',
  id,
  title,
  url: `http://127.0.0.1:3000/view/wiki_page/${id}`,
  api_url: `http://127.0.0.1:3000/api/v1/wiki/pages/${id}`,
  text: paragraphs.join('\n\n'),
})

type Fields = Partial<GenerationRequest>

export const questionOf = (asked: string, passages: Passage[], fields: Fields = {}): GenerationRequest => ({
  // the extractive model reads no settings of the model
  model: {} as GenerationRequest['model'],
  instructions: '',
  // its first reply would also introduce the model
  turns: [
    { role: 'assistant', text: 'Hello.', calls: [] },
    { role: 'user', text: asked },
  ],
  passages,
  tools: [],
  parameters: { temperature: null, top_p: null, max_output_tokens: null },
  asker: { name: 'Ada', role: 'user' },
  boundary: 'b0',
  locale: null,
  signal: new AbortController().signal,
  ...fields,
})

/** Returns the answer of the extractive model, as parts and as one text. */
export const answer = async (asked: string, passages: Passage[], fields: Fields = {}) => {
  const parts: GenerationPart[] = []
  for await (const part of generateExtractive(questionOf(asked, passages, fields))) parts.push(part)
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return { parts, text }
}
