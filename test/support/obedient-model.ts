import type { Step, WireRequest } from './scripted-provider.ts'

/**
 * Returns an instruction for {@link obey}; `$1.items.0.id` in the arguments is taken from the first result, and so on.
 */
export const order = (name: string, args: object) => `CALL ${name} ${JSON.stringify(args)} END`

/** Returns an instruction to say something, once all referenced results exist. */
export const orderToSay = (text: string) => `SAY ${text} END`

const valueAt = (results: unknown[], number: string, path: string): unknown =>
  path
    .split('.')
    .filter(Boolean)
    .reduce<unknown>(
      (value, key) => (value as Record<string, unknown> | undefined)?.[key],
      results[Number(number) - 1],
    )

const references = /\$(\d+)((?:\.\w+)*)/g

const fill = (text: string, results: unknown[]): string =>
  text.replace(references, (_, number: string, path: string) => {
    const value = valueAt(results, number, path)
    return JSON.stringify(typeof value === 'string' ? value : (value ?? null)).replace(/^"|"$/g, '')
  })

const isKnown = (text: string, results: unknown[]) =>
  [...text.matchAll(references)].every(
    ([, number = '', path = '']) => valueAt(results, number, path) !== undefined,
  )

const parse = (content: string | null): unknown => {
  try {
    return JSON.parse(content ?? 'null') as unknown
  } catch {
    return content
  }
}

/**
 * The worst possible model: it follows each instruction in any earlier text, by any author, in order and once each, and
 * says what it is told to say.
 */
export const obey = ({ body: { messages } }: WireRequest): Step => {
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => parse(content))
  const done = new Set(
    messages.flatMap(({ tool_calls = [] }) =>
      tool_calls.map(({ function: f }) => `${f.name} ${f.arguments}`),
    ),
  )
  const texts = messages
    .filter(({ role }) => role !== 'assistant')
    .map(({ content }) => (content ?? '').replaceAll('\\"', '"').replaceAll(String.raw`\n`, '\n'))
  const orders = [...new Set(texts.flatMap((text) => text.match(/CALL \w+ \{.*?\} END/g) ?? []))]
  const calls = orders
    .filter((text) => isKnown(text, results))
    .map((text) => /CALL (\w+) (\{.*\}) END/.exec(fill(text, results)) as RegExpExecArray)
    .map(([, name, args]) => ({ name: name as string, arguments: args as string }))
    .filter(({ name, arguments: args }) => !done.has(`${name} ${args}`))
  const said = texts.flatMap((text) =>
    [...text.matchAll(/SAY (.*?) END/g)].map(([, words]) => words as string),
  )
  const pieces = [...new Set(said)]
    .filter((text) => isKnown(text, results))
    .map((text) => fill(text, results))
  return { pieces: pieces.length > 0 || calls.length > 0 ? pieces : ['Obeyed.'], calls: calls.slice(0, 1) }
}
