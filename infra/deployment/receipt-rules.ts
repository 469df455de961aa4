import {
  DescribeActiveReceiptRuleSetCommand,
  SESClient,
  SetActiveReceiptRuleSetCommand,
} from '@aws-sdk/client-ses'
import { UsageError } from '../command.ts'
import type { Parameters } from './parameters.ts'

/** What `--confirm` names for the rule set of the stack to become the active one. */
const confirmation = 'receipt-rule-set'

const receivesMail = (parameters: Parameters | undefined) => Boolean(parameters?.['mail-inbound'])

const activeRuleSet = async (client: SESClient): Promise<string | undefined> =>
  (await client.send(new DescribeActiveReceiptRuleSetCommand())).Metadata?.Name

/** Makes a rule set the active one of the account and region; without a name SES receives nothing any more. */
const setActive = (client: SESClient, RuleSetName?: string) =>
  client.send(new SetActiveReceiptRuleSetCommand({ RuleSetName }))

/** Ends the reception of mail by this stack; CloudFormation cannot delete an active rule set. */
export const endReception = async (
  region: string,
  stack: string,
  today: Parameters | undefined,
): Promise<void> => {
  if (!receivesMail(today)) return
  const client = new SESClient({ region })
  if ((await activeRuleSet(client)) === stack) await setActive(client)
}

/**
 * Sees to the active rule set; an account and region has one. What is to be done before a deployment is done, and what
 * is to be done after it is given. Throws for one that would become active and is not confirmed.
 */
export const prepareReception = async (
  { region, stack }: { region: string; stack: string },
  today: Parameters | undefined,
  next: Parameters,
  confirmed: readonly string[],
): Promise<() => Promise<void>> => {
  if (!receivesMail(next)) await endReception(region, stack, today)
  if (!receivesMail(next)) return async () => {}
  const client = new SESClient({ region })
  const active = await activeRuleSet(client)
  if (active === stack) return async () => {}
  if (!confirmed.includes(confirmation))
    throw new UsageError(
      `${active === undefined ? 'No rule set' : `The rule set ${active}`} receives mail in this account and region. ` +
        `--confirm=${confirmation} makes ${stack} the one that does.`,
    )
  return async () => void (await setActive(client, stack))
}
