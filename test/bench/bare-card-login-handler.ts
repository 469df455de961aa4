import { inChain } from './bare-card-handler.ts'
import { handler as signIn } from './bare-login-handler.ts'

/** The same for signing in. */
export const handler = inChain(signIn)
