import type { Behavior, RequestBody } from './standin-provider.ts'

const openAi = (param: string | null, code: string, message: string) => ({
  error: { message, type: 'invalid_request_error', param, code },
})

/** Rejects requests that have a parameter, with an error of OpenAI. */
const without =
  (...parameters: string[]) =>
  (body: RequestBody) => {
    const param = parameters.find((name) => body[name] !== undefined)
    if (param === undefined) return undefined
    const advice = param === 'max_tokens' ? " Use 'max_completion_tokens' instead." : ''
    const message = `Unsupported parameter: '${param}' is not supported with this model.${advice}`
    return [400, openAi(param, 'unsupported_parameter', message)] as [number, object]
  }

/** Rejects requests to which `test` applies. */
const refusing =
  (test: (body: RequestBody) => unknown, status: number, body: unknown) =>
  (request: RequestBody): [number, unknown] | undefined =>
    test(request) ? [status, body] : undefined

const hasTools = ({ tools }: RequestBody) => tools

/** Requests that providers reject, and their error messages. */
export const refusals: Behavior[] = [
  {
    name: 'OpenAI: max_tokens, temperature and top_p refused',
    refuse: without('max_tokens', 'temperature', 'top_p'),
  },
  {
    name: 'OpenAI: temperature has one value',
    refuse: refusing(
      ({ temperature }) => temperature !== undefined,
      400,
      openAi(
        'temperature',
        'unsupported_value',
        "Unsupported value: 'temperature' does not support 0.5 with this model. Only the default is supported.",
      ),
    ),
  },
  {
    name: 'OpenAI: max_tokens beyond the limit',
    refuse: refusing(
      ({ max_tokens, max_completion_tokens }) => (max_tokens ?? max_completion_tokens ?? 0) > 500,
      400,
      openAi(
        null,
        'invalid_value',
        'max_tokens is too large: 1000. This model supports at most 500 completion tokens.',
      ),
    ),
  },
  {
    name: 'OpenAI: functions refused beside a reasoning effort',
    refuse: refusing(
      ({ tools, reasoning_effort }) => tools && reasoning_effort !== 'none',
      400,
      openAi(
        'reasoning_effort',
        'unsupported_parameter',
        'Function tools with reasoning_effort are not supported for this model in /v1/chat/completions.',
      ),
    ),
    isAboutTools: true,
    parameter: 'reasoning_effort',
  },
  {
    name: 'OpenAI: reasoning effort set in MODELS',
    model: { extra_body: { reasoning_effort: 'none' } },
    refuse: refusing(
      ({ tools, reasoning_effort }) => tools && reasoning_effort !== 'none',
      400,
      openAi('reasoning_effort', 'unsupported_parameter', 'Function tools are not supported.'),
    ),
  },
  {
    name: 'Azure: max_tokens refused, as LiteLLM reports it',
    refuse: refusing(({ max_tokens }) => max_tokens !== undefined, 400, {
      error: {
        message:
          "litellm.BadRequestError: Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
        type: null,
        param: null,
        code: '400',
      },
    }),
  },
  {
    name: 'Azure: stream_options unknown',
    refuse: refusing(({ stream_options }) => stream_options, 400, {
      error: {
        message: 'Unrecognized request argument supplied: stream_options',
        type: 'invalid_request_error',
        param: null,
        code: null,
      },
    }),
  },
  {
    name: 'Mistral: stream_options forbidden',
    refuse: refusing(({ stream_options }) => stream_options, 422, {
      object: 'error',
      message: {
        detail: [
          { type: 'extra_forbidden', loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' },
        ],
      },
      type: 'invalid_request_error',
    }),
  },
  {
    name: 'DeepSeek: max_tokens beyond the limit',
    refuse: refusing(
      (body) => body['max_tokens'] > 500 || body['max_completion_tokens'],
      400,
      openAi(
        null,
        'invalid_request_error',
        'Invalid max_tokens value, the valid range of max_tokens is [1, 500]',
      ),
    ),
  },
  {
    name: 'Bedrock behind a gateway: temperature and top_p exclude each other',
    refuse: refusing(({ temperature, top_p }) => temperature !== undefined && top_p !== undefined, 400, {
      message: '`temperature` and `top_p` cannot both be specified for this model. Please use only one.',
    }),
  },
  {
    name: 'Anthropic behind a gateway: temperature deprecated',
    refuse: refusing(({ temperature }) => temperature !== undefined, 400, {
      type: 'error',
      error: { type: 'invalid_request_error', message: '`temperature` is deprecated for this model.' },
    }),
  },
  {
    name: 'LiteLLM: unsupported parameters',
    refuse: refusing(({ top_p }) => top_p !== undefined, 400, {
      error: {
        message:
          "litellm.UnsupportedParamsError: custom does not support parameters: ['top_p'], for model=one.",
        param: 'None',
        code: '400',
      },
    }),
  },
  {
    name: 'vLLM: max_tokens beyond the window',
    refuse: refusing((body) => body['max_tokens'] ?? body['max_completion_tokens'], 400, {
      object: 'error',
      message:
        "'max_tokens' or 'max_completion_tokens' is too large: 1000. The maximum context length is 1024.",
      type: 'BadRequestError',
      param: null,
      code: 400,
    }),
  },
  {
    name: 'vLLM: no parser for calls',
    isAboutTools: true,
    parameter: 'tool_choice',
    refuse: refusing(hasTools, 400, {
      object: 'error',
      message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
      type: 'BadRequestError',
      code: 400,
    }),
  },
  {
    name: 'Ollama: no functions',
    isAboutTools: true,
    parameter: 'tools',
    refuse: refusing(hasTools, 400, {
      error: { message: 'registry.ollama.ai/library/gemma:2b does not support tools', type: 'api_error' },
    }),
  },
  {
    name: 'llama.cpp: no functions',
    isAboutTools: true,
    parameter: 'tools',
    refuse: refusing(hasTools, 500, {
      error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' },
    }),
  },
  {
    name: 'OpenRouter: no functions',
    isAboutTools: true,
    parameter: 'tools',
    refuse: refusing(hasTools, 404, {
      error: { message: 'No endpoints found that support tool use.', code: 404 },
    }),
  },
  {
    name: 'Qwen: thoughts refused without streaming',
    isAboutWhole: true,
    parameter: 'enable_thinking',
    refuse: refusing(
      ({ stream }) => !stream,
      400,
      openAi(
        null,
        'invalid_parameter_error',
        'parameter.enable_thinking must be set to false for non-streaming calls',
      ),
    ),
  },
  {
    name: 'Qwen: thoughts turned off in MODELS',
    model: { extra_body: { enable_thinking: false } },
    refuse: refusing(
      ({ stream, enable_thinking }) => !stream && enable_thinking !== false,
      400,
      openAi(null, 'invalid_parameter_error', 'parameter.enable_thinking must be set to false'),
    ),
  },
  {
    name: 'a strict server: fields removed in MODELS',
    model: { extra_body: { temperature: null, top_p: null, stream_options: null } },
    refuse: refusing(
      ({ temperature, top_p, stream_options }) => temperature ?? top_p ?? stream_options,
      400,
      'Bad Request',
    ),
  },
  {
    name: 'Gemini behind a gateway: schemas beyond plain JSON Schema',
    refuse: refusing(
      ({ tools }) => /"(?:\$ref|\$defs|const)":|"type":\[/.test(JSON.stringify(tools ?? [])),
      400,
      [
        {
          error: {
            code: 400,
            message:
              'Invalid JSON payload received. Unknown name "const" at \'tools[0]\': Cannot find field.',
            status: 'INVALID_ARGUMENT',
          },
        },
      ],
    ),
  },
  {
    name: 'Gemma on llama.cpp: roles alternate',
    refuse: refusing(
      ({ messages }) =>
        messages
          .filter(({ role }) => role !== 'system')
          .some(({ role }, index, all) => role === all[index - 1]?.role || (index === 0 && role !== 'user')),
      400,
      {
        error: {
          code: 400,
          message: 'Conversation roles must alternate user/assistant/user/assistant/...',
          type: 'invalid_request_error',
        },
      },
    ),
  },
]
