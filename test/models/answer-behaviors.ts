import type { Behavior, Json } from './standin-provider.ts'

/** Transforms the delta or the message of each choice. */
const withParts = (answer: Json, change: (part: Json) => Json): Json => ({
  ...answer,
  choices: answer['choices']?.map((choice: Json) => ({
    ...choice,
    ...(choice['delta'] && { delta: change(choice['delta']) }),
    ...(choice['message'] && { message: change(choice['message']) }),
  })),
})

const thinking = (name: string, ...pieces: unknown[]): Behavior => ({ name, pieces })

/** Answers with thoughts inside the text. */
export const thoughts: Behavior[] = [
  thinking('Ollama: <think>', '<think>Hm, the', ' menu.</think>', '\n\nSoup.'),
  thinking('vLLM: <think> cut anywhere', ...Array.from('<think>\nSecret <b>.\n</think>\n\nSoup.')),
  thinking('a gateway: <thinking>', '<thinking>Secret.</thinking>Soup.'),
  thinking('Gemini: <thought>', '<thought', '>Secret.</thou', 'ght>\nSoup.'),
  thinking('a fine-tune: <reasoning>', '<Reasoning>Secret.</Reasoning>\n', 'Soup.'),
  thinking('Qwen: closing tag alone', 'Secret, and', ' more.\n</thi', 'nk>\n\nSoup.'),
  thinking('a fine-tune: two thoughts', '<think>Secret.</think>So', '<think>Hm.</think>up.'),
  thinking('Mistral: [THINK]', '[THINK]Secret.', '[/THI', 'NK]Soup.'),
  thinking('Kimi: ◁think▷', '◁think▷Secret.◁/think▷', 'Soup.'),
  thinking('Seed: <seed:think>', '<seed:think>Secret.</seed:think>Soup.'),
  thinking('Cohere: <|START_THINKING|>', '<|START_THINKING|>Secret.<|END_THINKING|>Soup.'),
  thinking(
    'gpt-oss: channels',
    '<|channel|>analysis<|message|>Secret.<|end|>',
    '<|start|>assistant<|channel|>final<|message|>Soup.',
  ),
  thinking(
    'Mistral: parts of the content',
    [{ type: 'thinking', thinking: [{ type: 'text', text: 'Secret.' }] }],
    [{ type: 'text', text: 'Soup.' }],
  ),
  {
    name: 'DeepSeek: reasoning_content',
    change: (answer) => withParts(answer, (part) => ({ ...part, reasoning_content: 'Secret.' })),
  },
  { name: 'a thought that never ends', pieces: ['<think>', 'Secret.'], reason: 'returned no answer.' },
  { name: 'white space alone', pieces: ['\n', ' \n'], reason: 'returned no answer.' },
]

const withUsage = (name: string, usage: unknown): Behavior => ({
  name,
  change: (answer) => (answer['usage'] ? { ...answer, usage } : answer),
})

const withCalls = (name: string, change: (call: Json) => Json): Behavior => ({
  name,
  change: (answer) =>
    withParts(answer, (part) => ({
      ...part,
      ...(part['tool_calls'] && { tool_calls: part['tool_calls'].map(change) }),
    })),
})

/** Behaviors of providers beside the text: usage, IDs, order and errors. */
export const surroundings: Behavior[] = [
  withUsage('a gateway: fractions of tokens', { prompt_tokens: 10.5, completion_tokens: 6.9 }),
  withUsage('a gateway: negative tokens', { prompt_tokens: -11, completion_tokens: -1 }),
  withUsage('a gateway: tokens as text', { prompt_tokens: '11', completion_tokens: '7' }),
  withUsage('a gateway: usage as a list', [11, 7]),
  withUsage('a gateway: details of another shape', {
    prompt_tokens: 11,
    completion_tokens: 7,
    prompt_tokens_details: [],
    completion_tokens_details: 'none',
  }),
  withUsage('TGI: no usage', null),
  { name: 'LiteLLM: usage in each chunk', change: (answer) => ({ ...answer, usage: { prompt_tokens: 11 } }) },
  { name: 'a proxy: numbers as ids', change: (answer) => ({ ...answer, id: 7, created: '2026-03-01' }) },
  { name: 'a proxy: no id and no model', change: ({ choices, usage }) => ({ choices, usage }) },
  {
    name: 'Gemini behind a gateway: role "model"',
    change: (answer) => withParts(answer, (part) => ({ ...part, role: 'model' })),
  },
  {
    name: 'a proxy: finish reason of its own',
    change: (answer) => ({
      ...answer,
      choices: answer['choices']?.map((choice: Json) => ({
        ...choice,
        finish_reason: choice['finish_reason'] && 'end_turn',
      })),
    }),
  },
  {
    name: 'Azure: results of its filter first',
    order: (chunks) => [{ choices: [], prompt_filter_results: [] }, ...chunks],
  },
  {
    name: 'Azure: chunks without choices',
    order: (chunks) => [...chunks.slice(0, 2), { object: '' }, ...chunks.slice(2)],
  },
  { name: 'a gateway: usage first', order: (chunks) => [...chunks.slice(-1), ...chunks.slice(0, -1)] },
  {
    name: 'a gateway: pings between chunks',
    order: (chunks) => chunks.flatMap((one) => [{ type: 'ping' }, one]),
  },
  {
    name: 'OpenRouter: comments',
    frame: (chunk) => `: OPENROUTER PROCESSING\n\ndata: ${JSON.stringify(chunk)}\n\n`,
  },
  {
    name: 'IIS: CRLF and no space',
    frame: (chunk) => `event: message\r\ndata:${JSON.stringify(chunk)}\r\n\r\n`,
  },
  { name: 'a gateway: an error of null', change: (answer) => ({ ...answer, error: null }) },
  { name: 'a gateway: streams nothing', isWhole: true },
  withCalls('Ollama: arguments as an object', (call) => {
    const text = call['function'].arguments
    return { ...call, function: { ...call['function'], arguments: text && JSON.parse(text) } }
  }),
  withCalls('Gemini: calls without an index', (call) => ({ ...call, index: undefined })),
  withCalls('a gateway: index and id of other types', (call) => ({
    ...call,
    ...(call['index'] !== undefined && { index: String(call['index']) }),
    ...(call['id'] && { id: 7 }),
  })),
  withCalls('a gateway: no id', (call) => ({ ...call, id: '' })),
  {
    name: 'Gemini: calls that end with "stop"',
    change: (answer) =>
      JSON.parse(JSON.stringify(answer).replace('"finish_reason":"tool_calls"', '"finish_reason":"stop"')),
  },
  {
    name: 'a gateway: empty lists of calls',
    change: (answer) => withParts(answer, (part) => ({ tool_calls: [], refusal: false, ...part })),
  },
]
