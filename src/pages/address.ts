import { environment } from '../platform/runtime/environment.ts'

/** Returns the URL to which single sign-on may redirect back: our own page at the public address. */
export const signedInUrl = (): string => `${environment.publicUrl}/account/signed-in`
