import { describe, expect, test } from 'vitest'
import { loadEndpoints, queueFunctionName } from '../../infra/endpoints.ts'
import { modelsOf, queueReadsModels, readsModels } from '../../infra/models.ts'
import { queueNames, queueSpec } from '../../src/platform/events/queues.ts'

const readers = [
  ...(await loadEndpoints()).map(({ name, spec }) => ({ name, reads: readsModels(spec) })),
  ...queueNames.map((name) => ({ name: queueFunctionName(name), reads: queueReadsModels(queueSpec(name)) })),
]

describe('The list of models', () => {
  test('may be read by these functions, whatever role they share', async () => {
    const { ModelsPolicy } = (await modelsOf('[{}]', '{}')).Resources

    const { Statement } = ModelsPolicy.Properties.PolicyDocument
    const allowed = Statement.flatMap(({ Condition }) => Condition.ArnEquals['lambda:SourceFunctionArn'])
    const names = allowed.map((arn) => arn['Fn::Sub'].split('${AWS::StackName}-')[1])
    const declared = readers.filter(({ reads }) => reads).map(({ name }) => name)
    expect(new Set(names)).toEqual(new Set(declared))
  })

  test('gets another name when it changes, so that no process holds an old one', async () => {
    const nameOf = async (models: string) =>
      (await modelsOf(models, '{}')).Resources.ModelsParameter.Properties.Name

    expect(await nameOf('[]')).toEqual(await nameOf('[]'))
    expect(await nameOf('[{}]')).not.toEqual(await nameOf('[]'))
  })
})
