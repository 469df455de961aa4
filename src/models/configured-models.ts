import { parameter } from '../platform/aws/parameter.ts'
import type { Actor } from '../platform/identity/actor.ts'
import { environment } from '../platform/runtime/environment.ts'
import { id, upTo } from '../platform/schema/fields.ts'
import * as z from '../platform/schema/schema.ts'
import { parseSetting } from '../platform/schema/setting-value.ts'
import { Model } from './model.ts'

/** An address that requests go to: without a name, a password or a query in it. */
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

/** A model of the setting `MODELS`. What may be left out is what most models are. */
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
    /** Ids of the groups whose members may use it, beside administrators; everybody if empty. */
    groups: upTo(20, id),
    /** The provider's own name of it; its id when absent. */
    model: z.string().min(1).max(500).optional(),
    /** The provider's own name of a model that makes embeddings, at the same place: one for the whole platform. */
    embedding_model: z.string().min(1).max(500).optional(),
    /**
     * Where an OpenAI-compatible service is, up to the part before `/chat/completions`; of Bedrock, an
     * endpoint of one's own.
     */
    base_url: Address.optional(),
    /** Maximum number of texts in one request for embeddings; some providers accept only a few. */
    max_embeddings: z.int().min(1).max(2_048).optional(),
    /** Time until the first sign of an answer (seconds), for a model that reads slowly; 60 when absent. */
    first_token_seconds: z.int().min(1).max(300).default(60),
    /** True for a model whose answers begin with a thought without an opening tag, such as `<think>`. */
    starts_with_thought: z.boolean().default(false),
    /** Fields added to the body of each request for an answer; null removes one, such as `temperature`. */
    extra_body: z
      .looseObject({})
      .refine((body) => !['messages', 'model', 'stream', 'tools'].some((name) => name in body), {
        error: 'must not contain messages, model, stream or tools',
      })
      .optional(),
    /** Of Bedrock; the service's own region when absent. */
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
  // it gets what anybody writes or asks
  .refine(
    ({ provider, groups, embedding_model }) =>
      embedding_model === undefined || (provider !== 'embedded' && groups.length === 0),
    { path: ['embedding_model'], error: 'must be at a provider, of a model that everybody may use' },
  )
export type ConfiguredModel = z.output<typeof ConfiguredModel>

/** Needs no key and no network: it quotes what the asker may read (extractive/answer.ts). */
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
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must not contain an id twice')
  .refine((all) => all.filter(({ is_default }) => is_default).length < 2, 'must have at most one default')
  .refine(
    (all) => all.filter(({ embedding_model }) => embedding_model !== undefined).length < 2,
    'must have at most one embedding_model',
  )
  .refine(
    (all) => all.every(({ id, provider }) => id !== extractiveModel.id || provider === 'embedded'),
    `must not give the id "${extractiveModel.id}" to another model`,
  )
  .transform((all) => (all.some(({ id }) => id === extractiveModel.id) ? all : [extractiveModel, ...all]))
  .transform((all) => {
    const chosen = all.find(({ is_default }) => is_default)?.id ?? extractiveModel.id
    return all.map((model) => ({ ...model, is_default: model.id === chosen }))
  })
  .refine(
    (all) => all.every(({ is_default, groups }) => !is_default || groups.length === 0),
    'must have a default that everybody may use',
  )

/** The models of the setting `MODELS`. Throws an Error that says what is wrong. */
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

/** Every model that somebody may use, the default first, then by name. No provider is asked. */
export const availableModels = async (actor: Member): Promise<Model[]> => {
  const { all, shown } = await readSetting()
  return shown.filter((_, index) => mayUse(actor, all[index]))
}

/** A model that somebody may use. */
export const findModel = async (actor: Member, id: string): Promise<Model | undefined> =>
  (await availableModels(actor)).find((model) => model.id === id)

/** What assistants have that name no model: the configured default, else the embedded one. */
export const defaultModel = async (): Promise<Model> =>
  (await readSetting()).shown.find(({ is_default }) => is_default) as Model

/** What there is to know to ask a model; undefined when it is not configured any more. */
export const findConfiguredModel = async (id: string): Promise<ConfiguredModel | undefined> =>
  (await readSetting()).all.find((model) => model.id === id)

/** A model whose provider makes embeddings too. */
export type EmbeddingModel = ConfiguredModel & { embedding_model: string }

/** What makes embeddings of texts for search; undefined where none is configured. */
export const findEmbeddingModel = async (): Promise<EmbeddingModel | undefined> =>
  (await readSetting()).all.find((one): one is EmbeddingModel => one.embedding_model !== undefined)
