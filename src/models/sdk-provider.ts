import type { AmazonBedrockProviderSettings } from '@ai-sdk/amazon-bedrock'
import type { ProviderV4 } from '@ai-sdk/provider'
import { secret } from '../platform/aws/secret.ts'
import { configuredServer } from '../platform/outbound/configured-server.ts'
import { outboundFetch } from '../platform/outbound/outbound-fetch.ts'
import { environment } from '../platform/runtime/environment.ts'
import * as z from '../platform/schema/schema.ts'
import type { ConfiguredModel } from './configured-models.ts'
import { ModelError } from './generation-request.ts'

const Keys = z.record(z.string(), z.string().min(1))

/** Returns the key of a model; undefined if it needs none. Throws ModelError if the keys cannot be read. */
const readApiKey = async ({ id, name }: ConfiguredModel): Promise<string | undefined> => {
  try {
    return Keys.parse(JSON.parse(await secret(environment.modelKeysSecretId)))[id]
  } catch {
    // the cause might quote the secret
    throw new ModelError(`The key of the model "${name}" cannot be read; an administrator can fix this.`)
  }
}

/** Returns the key of a model for removal from a log, or an empty string. */
export const keyForRemoval = async (model: ConfiguredModel): Promise<string> =>
  (model.provider === 'openai-compatible' && (await readApiKey(model).catch(() => ''))) || ''

/** Returns the `fetch` of a model, without redirects: they would send people's texts to a host not configured. */
const modelFetch =
  (baseUrl?: string) =>
  (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const url = baseUrl ?? (input instanceof Request ? input.url : input)
    return outboundFetch(input, { ...init, server: configuredServer.model(url) })
  }

/**
 * Creates the provider of a model for the AI SDK, whose code is imported on first use. Bedrock uses the credentials of
 * the environment unless others are given.
 */
export const createProvider = async (
  configured: ConfiguredModel,
  credentialProvider?: AmazonBedrockProviderSettings['credentialProvider'],
): Promise<Pick<ProviderV4, 'languageModel' | 'embeddingModel'>> => {
  const { provider, base_url: baseURL, region } = configured
  if (provider === 'bedrock') {
    const { createAmazonBedrock } = await import('@ai-sdk/amazon-bedrock')
    return createAmazonBedrock({
      fetch: modelFetch(baseURL),
      ...(baseURL && { baseURL }),
      ...(region && { region }),
      ...(credentialProvider && { credentialProvider }),
    })
  }
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const [apiKey, { adaptBody, knownRefusedParameters: refusedParametersOf }, { toTolerantResponse }] =
    await Promise.all([
      readApiKey(configured),
      import('./request-parameters.ts'),
      import('./provider-response.ts'),
    ])
  const refused = refusedParametersOf(configured)
  const send = modelFetch(baseURL)
  return createOpenAICompatible({
    name: 'model',
    baseURL: baseURL as string,
    includeUsage: true,
    fetch: async (input, init) => toTolerantResponse(await send(input, init), configured),
    transformRequestBody: (body) => adaptBody(body, refused, configured.extra_body),
    ...(apiKey && { apiKey }),
  })
}
