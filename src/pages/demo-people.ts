import { environment } from '../platform/runtime/environment.ts'

export interface DemoPeople {
  password: string
  people: { email: string; name: string; role: string }[]
}

/** Returns the attribute that lets scripts keep the access token in the tab, only on a developer's machine. */
export const keepsSession = (): string => (environment.demoPeople === undefined ? '' : ' data-keeps-session')

/** Returns the people that pages offer for signing in, only on a developer's machine. */
export const demoPeople = (): DemoPeople | undefined =>
  environment.demoPeople === undefined ? undefined : (JSON.parse(environment.demoPeople) as DemoPeople)
