import {
  GetAccountCommand,
  GetEmailIdentityCommand,
  NotFoundException,
  SESv2Client,
} from '@aws-sdk/client-sesv2'
import type { Parameters } from './parameters.ts'
import type { Point } from './point.ts'

/** Returns true if SES lets this identity, an address or a domain, send from the address. */
const coversAddress = (identity: string, address: string) =>
  identity === address || (!identity.includes('@') && `.${address.split('@')[1]}`.endsWith(`.${identity}`))

async function* identityPoints(client: SESv2Client, name: string): AsyncGenerator<Point> {
  const input = new GetEmailIdentityCommand({ EmailIdentity: name })
  const identity = await client.send(input).catch((error: unknown) => {
    if (!(error instanceof NotFoundException)) throw error
  })
  const { VerifiedForSendingStatus, MailFromAttributes } = identity ?? {}
  if (!VerifiedForSendingStatus) {
    const state = identity ? 'has not verified the' : 'has no'
    const text = `Amazon SES ${state} identity ${name} in this region: create it, and publish the DNS records it shows.`
    yield { text }
  }
  const { MailFromDomain, MailFromDomainStatus, BehaviorOnMxFailure } = MailFromAttributes ?? {}
  if (MailFromDomain && MailFromDomainStatus !== 'SUCCESS' && BehaviorOnMxFailure === 'REJECT_MESSAGE')
    yield { text: `Amazon SES rejects all email from ${name}: publish the MX record of ${MailFromDomain}.` }
}

const sandbox =
  'The account is in the sandbox of Amazon SES, which sends 200 emails a day, only to verified addresses: request ' +
  'production access in the console of SES, which takes about a day.'

/** Checks Amazon SES if mail is sent or received. */
export async function* mailPoints(region: string, next: Parameters): AsyncGenerator<Point> {
  const client = new SESv2Client({ region })
  if (next['mail-inbound']) yield* identityPoints(client, next['mail-inbound'])
  const { 'mail-from': from, 'mail-identity': identity } = next
  if (!from || !identity) return
  const address = /<(.*)>$/.exec(from)?.[1] ?? from
  if (!coversAddress(identity.toLowerCase(), address.toLowerCase()))
    yield { text: `mail-from: ${address} does not belong to the mail-identity ${identity}.` }
  yield* identityPoints(client, identity)
  const { SendingEnabled, ProductionAccessEnabled } = await client.send(new GetAccountCommand())
  if (!SendingEnabled)
    yield { text: 'Amazon SES has paused this account: answer its case in the console of SES.' }
  if (!ProductionAccessEnabled) yield { text: sandbox, confirm: 'ses-sandbox' }
}
