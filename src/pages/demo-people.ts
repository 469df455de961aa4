import { environment } from '../platform/runtime/environment.ts'

export interface DemoPeople {
  password: string
  people: { email: string; name: string; role: string }[]
}

/** What tells the scripts of the pages that the tab may keep the access token: on a machine of one's own. */
export const keepsSession = (): string => (environment.demoPeople === undefined ? '' : ' data-keeps-session')

/** Whom the pages offer to sign in as: only where the service runs on a machine of one's own. */
export const demoPeople = (): DemoPeople | undefined =>
  environment.demoPeople === undefined ? undefined : (JSON.parse(environment.demoPeople) as DemoPeople)
