import { environment } from '../platform/runtime/environment.ts'

/** People who share one password. */
export interface DemoPeople {
  password: string
  people: { email: string; name: string; role: string }[]
}

/** Whom the pages offer to sign in as: only where the service runs on a machine of one's own. */
export const demoPeople = (): DemoPeople | undefined =>
  environment.demoPeople === undefined ? undefined : (JSON.parse(environment.demoPeople) as DemoPeople)
