import { environment } from '../platform/runtime/environment.ts'

/** Where a client may get people back from single sign-on: our own page, at the public address. */
export const signedInUrl = (): string => `${environment.publicUrl}/account/signed-in`
