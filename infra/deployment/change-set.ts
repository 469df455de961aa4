import {
  CreateChangeSetCommand,
  ExecuteChangeSetCommand,
  waitUntilChangeSetCreateComplete,
  waitUntilStackImportComplete,
  waitUntilStackUpdateComplete,
  type CloudFormationClient,
  type CreateChangeSetCommandInput,
} from '@aws-sdk/client-cloudformation'

/** Time limit for a stack update, in seconds: updates take minutes, longest if every function gets another table. */
const maxWaitTime = 3_600

type Change = Pick<CreateChangeSetCommandInput, 'TemplateBody' | 'TemplateURL' | 'ResourcesToImport'> & {
  StackName: string
  ChangeSetName: string
}

/** Imports resources into a stack, or updates the stack, and waits for the end; throws if the change fails. */
export const executeChange = async (client: CloudFormationClient, change: Change): Promise<void> => {
  const { StackName, ChangeSetName, ResourcesToImport } = change
  const waiting = { client, maxWaitTime }
  await client.send(
    new CreateChangeSetCommand({
      ...change,
      ChangeSetType: ResourcesToImport ? 'IMPORT' : 'UPDATE',
      Capabilities: ['CAPABILITY_IAM', 'CAPABILITY_NAMED_IAM'],
    }),
  )
  await waitUntilChangeSetCreateComplete(waiting, { StackName, ChangeSetName })
  await client.send(new ExecuteChangeSetCommand({ StackName, ChangeSetName }))
  const waitUntilDone = ResourcesToImport ? waitUntilStackImportComplete : waitUntilStackUpdateComplete
  await waitUntilDone(waiting, { StackName })
}
