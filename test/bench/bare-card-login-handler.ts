import { inChain } from './bare-card-handler.ts'
import { handler as signIn } from './bare-login-handler.ts'

/** Baseline with the card's packages for sign-in. */
export const handler = inChain(signIn)
