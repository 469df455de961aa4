import { embed, generateText } from 'ai'
import { parseModels, type ConfiguredModel } from '../../src/models/configured-models.ts'
import { modelRefusal } from '../../src/models/provider-error.ts'
import { createProvider } from '../../src/models/sdk-provider.ts'
import type { RefusalCode } from '../../src/platform/aws/lasting-refusal.ts'
import type { Point } from './point.ts'
import { commandCredentials, signedGet } from './signed-get.ts'

const confirm = 'models'

const subscribe =
  'The account is not subscribed to it in AWS Marketplace: call it once as somebody who has ' +
  'aws-marketplace:Subscribe and ViewSubscriptions. The platform has and needs neither.'

/**
 * Remedies for refusals by Bedrock, by code; a permission that only this command lacks is no obstacle to the platform.
 */
const remedies: Partial<Record<RefusalCode, string>> = {
  marketplace_subscription: subscribe,
  payment_method: 'AWS Marketplace needs a valid payment method of the account.',
  use_case_form:
    'Its provider requires a form: console of Bedrock, Model catalog, "Submit use case details".',
  model_access: 'The account has no access to it: console of Bedrock, Model catalog.',
  inference_profile: '"model" must be the ID of an inference profile, such as eu.<model>.',
  unknown_model: 'Bedrock has no model of this ID in its region.',
}

/** Returns false if calls succeed only for some minutes, until the account's subscription has failed. */
const isSubscribed = async (model: string, region: string): Promise<boolean> => {
  const id = model.replace(/^(?:[a-z]{2,4}(?:-gov)?|global)\.(?=[\w-]+\.)/, '')
  const path = `/foundation-model-availability/${encodeURIComponent(id)}`
  const answer = await signedGet({ service: 'bedrock', region }, path)
  const { agreementAvailability } = answer as { agreementAvailability?: { status?: string } }
  return !['NOT_AVAILABLE', 'ERROR'].includes(agreementAvailability?.status ?? '')
}

/** Calls a model once, with the service's own provider. */
async function* callPoints(entry: ConfiguredModel, model: string, region: string): AsyncGenerator<Point> {
  const provider = await createProvider({ ...entry, region }, () => commandCredentials(region))
  try {
    if (model === entry.embedding_model)
      await embed({ model: provider.embeddingModel(model), value: 'Hello' })
    else await generateText({ model: provider.languageModel(model), prompt: 'Hello', maxOutputTokens: 16 })
  } catch (error) {
    const remedy = remedies[modelRefusal(error)?.refusal ?? 'permission']
    if (!remedy) throw Object.assign(error as Error, { $metadata: {} })
    return yield { confirm, text: `The model ${model} refuses calls. ${remedy}` }
  }
  if (!model.startsWith('arn:') && !(await isSubscribed(model, region)))
    yield { confirm, text: `The model ${model} will refuse calls within minutes. ${subscribe}` }
}

/** Returns the checks of each Bedrock model in the setting `models`, with a label for each. */
export const modelPoints = (stackRegion: string, setting = '[]'): [string, AsyncGenerator<Point>][] =>
  parseModels(setting).flatMap((entry) =>
    [entry.model, entry.embedding_model].flatMap((model): [string, AsyncGenerator<Point>][] =>
      model && entry.provider === 'bedrock'
        ? [[`the model ${model}`, callPoints(entry, model, entry.region ?? stackRegion)]]
        : [],
    ),
  )
