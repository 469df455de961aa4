import { describe, expect, onTestFinished, test } from 'vitest'
import { loadEndpoints, queueFunctionName } from '../../infra/generation/endpoints.ts'
import { queueReadsModels, readsModels } from '../../infra/functions/models.ts'
import { requireDocumentRoom, settingDocuments } from '../../infra/functions/setting-documents.ts'
import { findModel } from '../../src/models/configured-models.ts'
import { queueNames, queueSpec } from '../../src/platform/events/queues.ts'
import { configureDocument } from '../support/configured-document.ts'

const texts = (models: string) => ({ models, 'group-limits': '{}', 'oidc-providers': '[]' })

const documentOf = async (models: string) =>
  (await settingDocuments(texts(models))).Resources.SettingsParameter.Properties

const readers = [
  ...(await loadEndpoints()).map(({ functionName, spec }) => ({
    name: functionName,
    reads: readsModels(spec) || spec.oidc !== undefined,
  })),
  ...queueNames.map((name) => ({ name: queueFunctionName(name), reads: queueReadsModels(queueSpec(name)) })),
]

describe('the document of settings', () => {
  test('can be read by these functions, regardless of shared roles', async () => {
    const { SettingsPolicy } = (await settingDocuments(texts('[{}]'))).Resources

    const { Statement } = SettingsPolicy.Properties.PolicyDocument
    const allowed = Statement.filter(({ Action }) => Action === 'ssm:GetParameter').flatMap(
      ({ Condition }) => Condition.ArnEquals['lambda:SourceFunctionArn'],
    )
    const names = allowed.map((arn) => arn['Fn::Sub'].split('${AWS::StackName}-')[1])
    const declared = readers.filter(({ reads }) => reads).map(({ name }) => name)
    expect(new Set(names)).toEqual(new Set(declared))
  })

  test('gets a new name when it changes, so that no process keeps an old one', async () => {
    expect((await documentOf('[]')).Name).toEqual((await documentOf('[]')).Name)
    expect((await documentOf('[{}]')).Name).not.toEqual((await documentOf('[]')).Name)
  })

  test('contains each setting by name', async () => {
    const { 'Fn::Sub': value } = (await documentOf('[]')).Value
    const text = value
      .replace('${Models}', '[1]')
      .replace('${GroupLimits}', '{}')
      .replace('${OidcProviders}', '[2]')

    expect(JSON.parse(text)).toEqual({ models: [1], 'group-limits': {}, 'oidc-providers': [2] })
  })

  test('must fit into one parameter', () => {
    expect(() => requireDocumentRoom(texts(`["${'é'.repeat(3_900)}"]`))).not.toThrow()
    expect(() => requireDocumentRoom(texts(`["${'é'.repeat(4_100)}"]`))).toThrow('the maximum is 8192')
  })
})

test('Reads a field of a settings document like a document of its own', async () => {
  const entry = { id: 'fast', name: 'Fast', provider: 'openai-compatible', base_url: 'https://a.example.com' }
  const models = [{ ...entry, context_window: 8_000, max_output_tokens: 1_000 }]
  const restore = await configureDocument('MODELS_PARAMETER', JSON.stringify({ models }), 'models')
  onTestFinished(restore)

  const { id } = (await findModel({ role: 'user', groups: [] }, 'fast')) ?? {}

  expect(id).toBe('fast')
})
