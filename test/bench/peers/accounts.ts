import { BatchGetCommand } from '@aws-sdk/lib-dynamodb'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { Refusal } from './refusal.ts'
import { table, tableName } from './table.ts'

export interface User {
  id: string
  name: string
  role: string
  is_active: boolean
}

interface Account {
  sk: string
  summary: User & {
    epoch: number
    expires_at: number
    erased_at: string | null
    former_name: string | null
    erasure_job_id: string | null
    token_epoch: number
    kept_session_id: string | null
  }
  counters: { last_login_at: string | null }
  version: number
}

const findKey = createLocalJWKSet(JSON.parse(process.env['SESSION_PUBLIC_KEYS'] as string))

const unauthorized = () => new Refusal(401, 'The access token is invalid, expired or revoked.')

const verify = async (token: string) => {
  const { payload } = await jwtVerify(token, findKey, {
    algorithms: ['EdDSA'],
    issuer: process.env['PUBLIC_URL'] as string,
    audience: 'api',
    requiredClaims: ['exp', 'iat', 'jti', 'sub'],
  }).catch(() => {
    throw unauthorized()
  })
  return payload
}

/** Returns the user of `Authorization: Bearer <token>` after looking up the current session; otherwise throws 401. */
export const authenticate = async (authorization: string | undefined): Promise<User> => {
  const token = /^Bearer +([\w.-]+)$/i.exec(authorization ?? '')?.[1]
  if (token === undefined) throw unauthorized()
  const { sub, jti } = await verify(token)
  const pk = `user#${sub}`
  const keys = [
    { pk, sk: 'user' },
    { pk, sk: `session#${jti}` },
  ]
  const answer = await table.send(
    new BatchGetCommand({ RequestItems: { [tableName]: { Keys: keys, ConsistentRead: true } } }),
  )
  const found = (answer.Responses?.[tableName] ?? []) as Account[]
  const account = found.find(({ sk }) => sk === 'user')
  const session = found.find(({ sk }) => sk !== 'user')?.summary
  if (!account?.summary.is_active || !session) throw unauthorized()
  const {
    epoch,
    erased_at: _,
    former_name: __,
    erasure_job_id: ___,
    token_epoch: ____,
    kept_session_id: _____,
    ...user
  } = account.summary
  if (session.epoch !== epoch || session.expires_at <= Date.now() / 1000) throw unauthorized()
  const { last_login_at } = account.counters
  const answered = {
    email_status: 'ok',
    manager_id: null,
    manager: null,
    avatar_file_id: null,
    avatar_url: null,
    sign_in: { password: true, oidc: [] },
    external_id: null,
  }
  return Object.assign(user, answered, { last_login_at, version: account.version })
}
