import { PutParameterCommand, SSMClient } from '@aws-sdk/client-ssm'
import { randomUUID } from 'node:crypto'
import { localAws } from '../../infra/local/variables.ts'

const setVariable = (name: string | undefined) => {
  if (name === undefined) delete process.env['MODELS_PARAMETER']
  else process.env['MODELS_PARAMETER'] = name
}

/**
 * Makes a text the list of models, which is read as it is deployed: from the stand-in for Parameter Store. Gives what
 * takes it back.
 */
export const configureModelsText = async (text: string): Promise<() => void> => {
  const before = process.env['MODELS_PARAMETER']
  const Name = `/test/models-${randomUUID()}`
  await new SSMClient(localAws).send(new PutParameterCommand({ Name, Value: text, Type: 'String' }))
  setVariable(Name)
  return () => setVariable(before)
}

/** Makes these entries the models beside the embedded one. Gives what takes them back. */
export const configureModels = (...entries: object[]): Promise<() => void> =>
  configureModelsText(JSON.stringify(entries))
