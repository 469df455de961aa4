import { parameter } from '../platform/aws/parameter.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { environment } from '../platform/runtime/environment.ts'
import { id, upTo } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { parseSetting } from '../platform/schema/setting-value.ts'
import { Model } from './model.ts'

/** Base URL for requests, without credentials, query or fragment. */
const Address = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/[@?#]/.test(url), 'must not contain a user name, password, query or fragment')
  .transform((url) => url.replace(/\/+$/, ''))

const missingField = (entry: { provider: string; model?: unknown; base_url?: unknown }) =>
  entry.provider === 'openai-compatible' && !entry.base_url
    ? 'base_url'
    : entry.provider === 'bedrock' && !entry.model
      ? 'model'
      : undefined

/** An entry of the setting `MODELS`. Fields that may be omitted default to the values of most models. */
const ConfiguredModel = z
  .strictObject({
    ...Model.shape,
    description: Model.shape.description.default(null),
    capabilities: z
      .strictObject({
        functions: z.boolean().default(true),
        streaming: z.boolean().default(true),
        vision: z.boolean().default(false),
      })
      .prefault({}),
    is_default: z.boolean().default(false),
    /** IDs of the groups whose members may use the model, in addition to administrators; empty allows everyone. */
    groups: upTo(20, id),
    /** The provider's name of the model; `id` if absent. */
    model: z.string().min(1).max(500).optional(),
    /** The provider's name of an embedding model at the same endpoint; at most one for the whole platform. */
    embedding_model: z.string().min(1).max(500).optional(),
    /** Base URL of an OpenAI-compatible service, without `/chat/completions`; for Bedrock, a custom endpoint. */
    base_url: Address.optional(),
    /** Maximum number of texts in one embedding request; some providers accept only a few. */
    max_embeddings: z.int().min(1).max(2_048).optional(),
    /** Time limit for the first part of an answer (seconds); models that process long input slowly need more. */
    first_token_seconds: z.int().min(1).max(300).default(60),
    /** True for a model whose answers begin with a thought without an opening tag such as `<think>`. */
    starts_with_thought: z.boolean().default(false),
    /** Fields added to the body of each generation request; null removes a field, such as `temperature`. */
    extra_body: z
      .looseObject({})
      .refine((body) => !['messages', 'model', 'stream', 'tools'].some((name) => name in body), {
        error: 'must not contain messages, model, stream or tools',
      })
      .optional(),
    /** AWS region of Bedrock; the region of this service if absent. */
    region: z
      .string()
      .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be a region')
      .optional(),
  })
  .refine(({ max_output_tokens, context_window }) => max_output_tokens < context_window, {
    path: ['max_output_tokens'],
    error: 'must be less than context_window',
  })
  .superRefine((entry, context) => {
    const field = missingField(entry)
    if (field)
      context.addIssue({ code: 'custom', path: [field], message: `is required for ${entry.provider}` })
  })
  // the embedding model receives everything that anyone writes or asks
  .refine(
    ({ provider, groups, embedding_model }) =>
      embedding_model === undefined || (provider !== 'embedded' && groups.length === 0),
    { path: ['embedding_model'], error: 'is only allowed for a model at a provider that everyone may use' },
  )
export type ConfiguredModel = z.output<typeof ConfiguredModel>

/** Embedded model without key or network: it quotes what the requester may read (extractive/answer.ts). */
const extractiveModel: ConfiguredModel = {
  id: 'extractive',
  name: 'Quotations',
  provider: 'embedded',
  description:
    'Answers with quotations from what you may read, and links to them. Nothing leaves the platform.',
  context_window: 32_000,
  max_output_tokens: 2_000,
  capabilities: { functions: false, streaming: true, vision: false },
  is_default: false,
  groups: [],
  first_token_seconds: 60,
  starts_with_thought: false,
}

const Configured = z
  .array(ConfiguredModel)
  .max(100)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must not contain an ID twice')
  .refine((all) => all.filter(({ is_default }) => is_default).length < 2, 'must have at most one default')
  .refine(
    (all) => all.filter(({ embedding_model }) => embedding_model !== undefined).length < 2,
    'must have at most one embedding_model',
  )
  .refine(
    (all) => all.every(({ id, provider }) => id !== extractiveModel.id || provider === 'embedded'),
    `must not give the ID "${extractiveModel.id}" to another model`,
  )
  .transform((all) => (all.some(({ id }) => id === extractiveModel.id) ? all : [extractiveModel, ...all]))
  .transform((all) => {
    const chosen = all.find(({ is_default }) => is_default)?.id ?? extractiveModel.id
    return all.map((model) => ({ ...model, is_default: model.id === chosen }))
  })
  .refine(
    (all) => all.every(({ is_default, groups }) => !is_default || groups.length === 0),
    'must have a default that everyone may use',
  )

/** Parses the setting `MODELS`. Throws an Error that describes the first invalid part. */
export const parseModels = (text: string): ConfiguredModel[] => parseSetting('MODELS', Configured, text)

let parsed: { text: string; all: ConfiguredModel[]; shown: Model[] } | undefined

const readSetting = async () => {
  const name = environment.parameterOf('MODELS')
  const text = name === undefined ? '[]' : await parameter(name)
  if (parsed?.text === text) return parsed
  const order = ({ is_default, name, id }: Model) => `${is_default ? 0 : 1}#${name.toLowerCase()}#${id}`
  const all = parseModels(text).sort((a, b) => (order(a) < order(b) ? -1 : 1))
  return (parsed = { text, all, shown: all.map((model) => Model.parse(model)) })
}

type Member = Pick<Actor, 'role' | 'groups'>

const mayUse = ({ role, groups }: Member, model: ConfiguredModel | undefined) =>
  role === 'admin' || !model?.groups.length || model.groups.some((group) => groups.includes(group))

/** Returns every model that the actor may use, the default first, then by name. Calls no provider. */
export const availableModels = async (actor: Member): Promise<Model[]> => {
  const { all, shown } = await readSetting()
  return shown.filter((_, index) => mayUse(actor, all[index]))
}

/** Returns the model with this ID if the actor may use it. */
export const findModel = async (actor: Member, id: string): Promise<Model | undefined> =>
  (await availableModels(actor)).find((model) => model.id === id)

/** Returns the model of assistants that name none: the configured default, or else the embedded model. */
export const defaultModel = async (): Promise<Model> =>
  (await readSetting()).shown.find(({ is_default }) => is_default) as Model

/** Returns the configuration of a model; undefined if the model is no longer configured. */
export const findConfiguredModel = async (id: string): Promise<ConfiguredModel | undefined> =>
  (await readSetting()).all.find((model) => model.id === id)

/** A model whose provider also offers embeddings. */
export type EmbeddingModel = ConfiguredModel & { embedding_model: string }

/** Returns the model that embeds texts for search; undefined if none is configured. */
export const findEmbeddingModel = async (): Promise<EmbeddingModel | undefined> =>
  (await readSetting()).all.find((one): one is EmbeddingModel => one.embedding_model !== undefined)
